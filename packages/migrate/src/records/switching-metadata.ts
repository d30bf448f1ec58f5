import { isStowageError, StowageError } from '@stowage/core'
import { allSettledOrThrow } from '@stowage/core/internal'
import {
  checkOptions,
  type MetadataStore,
  type MigratableMetadata,
  type OptionChecks,
  required,
  type Transfer,
  type TransferSource,
} from '@stowage/core/ports'
import { immovable, metadataStore } from '../options/move-checks.ts'

/** Where the records are, and where they go. */
export interface MetadataMove {
  readonly from: MigratableMetadata
  readonly to: MigratableMetadata
}

/** The records of a store that moves. */
export interface SwitchingMetadata extends MetadataStore {
  /** A sweep reads from it how much is recorded, and ends the recording at its limit. */
  readonly transfer: Pick<Transfer, 'source'>
}

const OPTIONS: OptionChecks<MetadataMove> = {
  from: required(metadataStore),
  to: required(metadataStore),
}

/**
 * Makes one `MetadataStore` of both places. It uses `from` until `migrateMetadata`, in any process, has handed the
 * records over, and `to` from then on. Writes are `unavailable` for the moment of the switch; reads never are.
 * `close` closes both.
 *
 * `invalid_argument` when records cannot leave `from`, or cannot come to `to`.
 */
export function switchingMetadata(move: MetadataMove): SwitchingMetadata {
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

  /** What `from` gave before the hand-over was true then: nothing was written elsewhere yet. */
  async function read<Result>(call: (metadata: MetadataStore) => Promise<Result>): Promise<Result> {
    if (moved) return call(to)
    const result = await call(from)
    return (await hasMoved()) ? call(to) : result
  }

  /** `unavailable` changed nothing, so the same write may go to the other side. */
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
    assets: {
      insert: (request) => write(({ assets }) => assets.insert(request)),
      get: (by) => read(({ assets }) => assets.get(by)),
      list: (query) => read(({ assets }) => assets.list(query)),
      update: (request) => write(({ assets }) => assets.update(request)),
      move: (request) => write(({ assets }) => assets.move(request)),
      tag: (request) => write(({ assets }) => assets.tag(request)),
      addVariants: (request) => write(({ assets }) => assets.addVariants(request)),
      removeVariants: (request) => write(({ assets }) => assets.removeVariants(request)),
      setFavourite: (request) => write(({ assets }) => assets.setFavourite(request)),
      keep: (request) => write(({ assets }) => assets.keep(request)),
      setTrashed: (request) => write(({ assets }) => assets.setTrashed(request)),
      purge: (request) => write(({ assets }) => assets.purge(request)),
      listAll: (query) => read(({ assets }) => assets.listAll(query)),
      usage: (tenant) => read(({ assets }) => assets.usage(tenant)),
      usageOf: (query) => read(({ assets }) => assets.usageOf(query)),
      listKey: (tenant) => read(({ assets }) => assets.listKey(tenant)),
      listTenants: (query) => read(({ assets }) => assets.listTenants(query)),
    },
    folders: {
      create: (folder) => write(({ folders }) => folders.create(folder)),
      get: (request) => read(({ folders }) => folders.get(request)),
      list: (query) => read(({ folders }) => folders.list(query)),
      usage: (request) => read(({ folders }) => folders.usage(request)),
      update: (request) => write(({ folders }) => folders.update(request)),
      delete: (request) => write(({ folders }) => folders.delete(request)),
    },
    owners: {
      attach: (request) => write(({ owners }) => owners.attach(request)),
      set: (request) => write(({ owners }) => owners.set(request)),
      detach: (request) => write(({ owners }) => owners.detach(request)),
      detachAll: (request) => write(({ owners }) => owners.detachAll(request)),
      list: (query) => read(({ owners }) => owners.list(query)),
      ownersOf: (query) => read(({ owners }) => owners.ownersOf(query)),
    },
    apiKeys: {
      create: (key, conditions) => write(({ apiKeys }) => apiKeys.create(key, conditions)),
      get: (id) => read(({ apiKeys }) => apiKeys.get(id)),
      list: (tenant) => read(({ apiKeys }) => apiKeys.list(tenant)),
      page: (query) => read(({ apiKeys }) => apiKeys.page(query)),
      update: (request) => write(({ apiKeys }) => apiKeys.update(request)),
    },
    tickets: {
      create: (ticket) => write(({ tickets }) => tickets.create(ticket)),
      get: (id) => read(({ tickets }) => tickets.get(id)),
      revoke: (request) => write(({ tickets }) => tickets.revoke(request)),
    },
    versions: {
      replace: (request) => write(({ versions }) => versions.replace(request)),
      restore: (request) => write(({ versions }) => versions.restore(request)),
      list: (assetId) => read(({ versions }) => versions.list(assetId)),
      get: (id) => read(({ versions }) => versions.get(id)),
      listAll: (query) => read(({ versions }) => versions.listAll(query)),
      prune: (which) => write(({ versions }) => versions.prune(which)),
    },
    blobs: {
      reserve: (keys, request) => write(({ blobs }) => blobs.reserve(keys, request)),
      claim: (which) => write(({ blobs }) => blobs.claim(which)),
      recordDeletions: (request) => write(({ blobs }) => blobs.recordDeletions(request)),
      filterOrphans: (keys) => read(({ blobs }) => blobs.filterOrphans(keys)),
    },
    leases: {
      acquire: (request) => write(({ leases }) => leases.acquire(request)),
      release: (request) => write(({ leases }) => leases.release(request)),
    },
    sweeps: {
      record: (request) => write(({ sweeps }) => sweeps.record(request)),
      pruneExpired: (request) => write(({ sweeps }) => sweeps.pruneExpired(request)),
    },
    audit: {
      list: (query) => read(({ audit }) => audit.list(query)),
      prune: (request) => write(({ audit }) => audit.prune(request)),
    },
    erasures: {
      begin: (tenant) => write(({ erasures }) => erasures.begin(tenant)),
      step: (request) => write(({ erasures }) => erasures.step(request)),
      end: (tenant) => write(({ erasures }) => erasures.end(tenant)),
      scrub: () => write(({ erasures }) => erasures.scrub()),
    },
    transfer: { source },
    async close() {
      await allSettledOrThrow([from.close(), to.close()])
    },
  }
}

/** Both ends of a move; `invalid_argument` when one of them is missing, as it may be in plain JavaScript. */
export function transferOf({ from, to }: MetadataMove): Transfer {
  const source = sourceOf(from)
  const target = (to as Partial<MigratableMetadata>).transfer?.target
  if (target === undefined) throw immovable('to')
  return { source, target }
}

/** The end of a move that records leave; `invalid_argument` when this database has none. */
export function sourceOf(from: {
  readonly transfer?: Pick<Transfer, 'source'> | undefined
}): TransferSource {
  const source = from.transfer?.source
  if (source !== undefined) return source
  throw immovable('from')
}
