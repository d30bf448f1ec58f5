import type { Asset, AssetSelection } from '@stowage/client'
import { at, indexOf, loadedAssets } from '../listing/listing.ts'
import { client } from '../session/session.ts'
import type { Selection } from './selection.ts'

/** The most ids that one request names. */
const IDS_AT_ONCE = 1000

/** A selection of single assets. */
export function only(...ids: readonly string[]): Selection {
  return { kind: 'ids', ids: new Set(ids) }
}

export function countOf(selection: Selection): number {
  return selection.kind === 'ids' ? selection.ids.size : selection.expected
}

/** The requests that a change of a selection takes. */
export function batchesOf(selection: Selection): readonly AssetSelection[] {
  if (selection.kind === 'all') {
    // Each kind of change knows whether it is about the trash, and refuses a filter with `trashed`.
    const { trashed, ...filter } = selection.filter
    return [{ filter, expected: selection.expected }]
  }
  const ids = [...selection.ids]
  const batches: string[][] = []
  while (ids.length > 0) batches.push(ids.splice(0, IDS_AT_ONCE))
  return batches
}

/** The assets of a selection, made at this place, that are loaded: enough to show what they have in common. */
export function loadedOf(selection: Selection): readonly Asset[] {
  if (selection.kind === 'all') return loadedAssets()
  return [...selection.ids].map((id) => at(indexOf(id))).filter((asset) => asset !== undefined)
}

/** The folders of the files in a selection; `null` when the files are not all loaded. */
export function foldersOf(selection: Selection): ReadonlySet<string> | null {
  const loaded = loadedOf(selection)
  if (loaded.length < countOf(selection)) return null
  return new Set(loaded.flatMap(({ attributes }) => attributes.folder_id ?? []))
}

/** The assets of a selection, one after the other. */
export async function* assetsOf(
  selection: Selection,
  signal: AbortSignal,
): AsyncGenerator<Asset, void, undefined> {
  if (selection.kind === 'all') {
    yield* client().assets({ filter: selection.filter, per_page: 100 }, { signal })
    return
  }
  for (const id of selection.ids) yield at(indexOf(id)) ?? (await client().get(id, {}, { signal }))
}
