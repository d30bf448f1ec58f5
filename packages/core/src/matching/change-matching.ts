import { isThenable } from '../arguments/must-be.ts'
import type { Asset } from '../assets/asset.ts'
import type { AssetList, AssetRecords, ChangeRequest, ListQuery } from '../assets/asset-records.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { raceAbort } from '../async/abortable.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { countChanged, tooManyMatches } from '../errors/matching-errors.ts'
import type { CheckedFilter } from '../filters/asset-filters.ts'
import { DEFAULT_SORT } from '../finding/asset-order.ts'
import { digestOf } from '../finding/list-cursor.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { type ChangeMatchingOptions, MAX_MATCHES, type MatchingChanged } from './matching.ts'
import { type RunPlace, runCursorOf, runPlaceOf } from './matching-cursor.ts'

/** Assets of one transaction. */
const STEP = 500

/** The change that a run makes to its assets. */
export interface MatchingChange {
  /** Whether it applies to assets in the trash instead of active ones. */
  readonly trashed: boolean
  /** Tells this change from every other. */
  readonly name: string
  apply(records: AssetRecords, request: ChangeRequest): Promise<readonly Asset[]>
}

/** Changes all assets of a view that match a filter, step by step. */
export async function changeMatching(
  core: StoreCore,
  { tenant, scope }: ViewedStore,
  filter: CheckedFilter,
  change: MatchingChange,
  options: ChangeMatchingOptions,
): Promise<MatchingChanged> {
  const { calls, metadata, readOnly } = core
  const { expected, cursor, approve, onProgress, signal } = requireRun(options)
  if (readOnly) throw storeReadOnly()
  const { trashed } = change
  const list = { tenant, scope, trashed, filter, sort: 'createdAt' } as const
  const run = `${change.name} ${digestOf(list)}`
  let place = cursor === undefined ? await begin() : runPlaceOf(run, cursor)

  function find(query: ListQuery): Promise<AssetList> {
    return calls.look(() => metadata.assets.list({ ...query, signal }), signal)
  }

  async function begin(): Promise<RunPlace> {
    const newest = { ...list, sort: DEFAULT_SORT, from: { offset: 0 }, limit: 1 } as const
    const { assets, total } = await find(newest)
    if (expected !== undefined && total !== expected) throw countChanged(expected, total)
    if (total > MAX_MATCHES) throw tooManyMatches(MAX_MATCHES, total)
    return { seq: 0, through: assets[0]?.seq ?? 0, done: 0, total, changed: 0 }
  }

  /** Changes these assets; the last one has the insertion number `seq`. `running` ends waiting for code of the app. */
  async function step(assets: readonly Asset[], seq: number, running: AbortSignal): Promise<void> {
    const answered = async (ask: () => unknown): Promise<void> => {
      const answer = ask()
      // The commit is not aborted, only waiting for the app.
      if (isThenable(answer)) await raceAbort(Promise.resolve(answer), running)
    }
    await answered(() => approve?.(assets))
    running.throwIfAborted()
    const request = { tenant, scope, ids: assets.map(({ id }) => id), matching: filter }
    const changed = await calls.run(() => change.apply(metadata.assets, request))
    place = {
      ...place,
      seq,
      done: place.done + assets.length,
      changed: place.changed + changed.length,
    }
    const { done, total } = place
    const progress = { done, total, changed: place.changed, cursor: runCursorOf(run, place) }
    await answered(() => onProgress?.(progress))
  }

  while (place.seq < place.through) {
    const from = { after: { value: null, seq: place.seq } }
    const next = { ...list, from, limit: STEP }
    const found = await find(next)
    const assets = found.assets.filter(({ seq }) => seq <= place.through)
    const last = assets.at(-1)
    if (last === undefined) break
    const { seq } = last
    await calls.count(() => calls.untilClosed(signal, (running) => step(assets, seq, running)))
    if (found.assets.length < STEP) break
  }
  return { changed: place.changed }
}

/** `invalid_argument` when something is not of the documented form. */
function requireRun(options: ChangeMatchingOptions): ChangeMatchingOptions {
  const { expected, cursor } = requireOptions(CALLS.changeMatching, options)
  if (expected !== undefined && cursor !== undefined) {
    throw invalidArgument('expected', 'Give one of expected and cursor alone.')
  }
  return options
}
