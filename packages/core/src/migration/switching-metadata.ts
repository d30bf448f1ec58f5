import { allSettledOrThrow } from '../async/all-settled.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { checkOptions, type OptionChecks, required } from '../options/check-options.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { TransferSource, TransferTarget } from '../ports/transfer.ts'
import { metadataStore } from './move-checks.ts'

/** Where the records are, and where they go. */
export interface MetadataMove {
  readonly from: MetadataStore
  readonly to: MetadataStore
}

const OPTIONS: OptionChecks<MetadataMove> = {
  from: required(metadataStore),
  to: required(metadataStore),
}

/**
 * The records of a store that moves, as one `MetadataStore`: those of `from` until `migrateMetadata` has
 * handed them over, in this process or any other, and those of `to` from then on. Writes are `unavailable`
 * for the moment of the switch; reads never are. `close` closes both.
 *
 * `invalid_argument` when `from` cannot be left, or `to` cannot be filled.
 */
export function switchingMetadata(move: MetadataMove): MetadataStore {
  checkOptions<MetadataMove>('switchingMetadata', move, OPTIONS)
  const { from, to } = move
  const { source, target } = transferOf(move)
  let moved = false

  async function hasMoved(): Promise<boolean> {
    if (moved) return true
    const { phase, id } = await source.state()
    if (phase !== 'moved') return false
    if ((await target.progress())?.id !== id) {
      throw new StowageError('unavailable', 'The records have moved, but not to this database.')
    }
    moved = true
    return true
  }

  /** What is read before the hand-over was the truth then: nothing was written elsewhere yet. */
  async function read<Result>(call: (metadata: MetadataStore) => Promise<Result>): Promise<Result> {
    if (moved) return call(to)
    const result = await call(from)
    return (await hasMoved()) ? call(to) : result
  }

  /** `unavailable` changed nothing, so it may be done again on the other side. */
  async function write<Result>(
    call: (metadata: MetadataStore) => Promise<Result>,
  ): Promise<Result> {
    if (moved) return call(to)
    try {
      return await call(from)
    } catch (error) {
      if (!isStowageError(error, 'unavailable') || !(await hasMoved())) throw error
      return call(to)
    }
  }

  return {
    insert: (request) => write((metadata) => metadata.insert(request)),
    get: (by) => read((metadata) => metadata.get(by)),
    list: (query) => read((metadata) => metadata.list(query)),
    update: (request) => write((metadata) => metadata.update(request)),
    addVariants: (request) => write((metadata) => metadata.addVariants(request)),
    removeVariants: (request) => write((metadata) => metadata.removeVariants(request)),
    setTrashed: (request) => write((metadata) => metadata.setTrashed(request)),
    purge: (request) => write((metadata) => metadata.purge(request)),
    listAll: (query) => read((metadata) => metadata.listAll(query)),
    usage: (tenant) => read((metadata) => metadata.usage(tenant)),
    createKey: (key) => write((metadata) => metadata.createKey(key)),
    getKey: (id) => read((metadata) => metadata.getKey(id)),
    listKeys: (tenant) => read((metadata) => metadata.listKeys(tenant)),
    updateKey: (request) => write((metadata) => metadata.updateKey(request)),
    reserve: (keys, request) => write((metadata) => metadata.reserve(keys, request)),
    claim: (which) => write((metadata) => metadata.claim(which)),
    recordDeletions: (request) => write((metadata) => metadata.recordDeletions(request)),
    filterOrphans: (keys) => read((metadata) => metadata.filterOrphans(keys)),
    pruneExpired: (request) => write((metadata) => metadata.pruneExpired(request)),
    lease: (request) => write((metadata) => metadata.lease(request)),
    recordSweep: (request) => write((metadata) => metadata.recordSweep(request)),
    // So that a sweep can see how much is recorded, and end it.
    transfer: { source },
    async close() {
      await allSettledOrThrow([from.close(), to.close()])
    },
  }
}

/** Both ends of a move; `invalid_argument` when one of them is missing. */
export function transferOf({ from, to }: MetadataMove): {
  readonly source: TransferSource
  readonly target: TransferTarget
} {
  const source = from.transfer?.source
  const target = to.transfer?.target
  if (source === undefined) {
    throw invalidArgument('from', 'Records cannot be moved away from this database.')
  }
  if (target === undefined) throw invalidArgument('to', 'Records cannot be moved to this database.')
  return { source, target }
}
