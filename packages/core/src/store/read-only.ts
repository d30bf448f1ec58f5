import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Transfer } from '../ports/transfer.ts'

/** The same records, of which nothing can be changed: every write is refused as `unavailable`. */
export function readOnlyMetadata(metadata: MetadataStore): MetadataStore {
  const { assets, folders, owners, apiKeys, tickets, versions, blobs, audit } = metadata
  return {
    assets: {
      get: (by) => assets.get(by),
      list: (query) => assets.list(query),
      listAll: (query) => assets.listAll(query),
      usage: (tenant) => assets.usage(tenant),
      usageOf: (query) => assets.usageOf(query),
      listKey: (tenant) => assets.listKey(tenant),
      listTenants: (query) => assets.listTenants(query),
      insert: refuse,
      update: refuse,
      move: refuse,
      tag: refuse,
      setFavourite: refuse,
      keep: refuse,
      addVariants: refuse,
      removeVariants: refuse,
      setTrashed: refuse,
      purge: refuse,
    },
    folders: {
      get: (request) => folders.get(request),
      list: (query) => folders.list(query),
      usage: (request) => folders.usage(request),
      create: refuse,
      update: refuse,
      delete: refuse,
    },
    owners: {
      list: (query) => owners.list(query),
      ownersOf: (query) => owners.ownersOf(query),
      attach: refuse,
      set: refuse,
      detach: refuse,
      detachAll: refuse,
    },
    apiKeys: {
      get: (id) => apiKeys.get(id),
      list: (tenant) => apiKeys.list(tenant),
      page: (query) => apiKeys.page(query),
      create: refuse,
      update: refuse,
    },
    tickets: { get: (id) => tickets.get(id), create: refuse, revoke: refuse },
    versions: {
      list: (assetId) => versions.list(assetId),
      get: (id) => versions.get(id),
      listAll: (query) => versions.listAll(query),
      replace: refuse,
      restore: refuse,
      prune: refuse,
    },
    blobs: {
      filterOrphans: (keys) => blobs.filterOrphans(keys),
      reserve: refuse,
      claim: refuse,
      recordDeletions: refuse,
    },
    leases: { acquire: refuse, release: refuse },
    sweeps: { record: refuse, pruneExpired: refuse },
    audit: { list: (query) => audit.list(query), prune: refuse },
    erasures: { begin: refuse, step: refuse, end: refuse, scrub: refuse },
    close: () => metadata.close(),
  }
}

/** The same transfer, which can look at where the database stands and do nothing: every write is refused as `unavailable`. */
export function readOnlyTransfer({ source, target }: Transfer): Transfer {
  return {
    source: {
      state: () => source.state(),
      recordedBytes: () => source.recordedBytes(),
      entries: (query) => source.entries(query),
      changes: (query) => source.changes(query),
      record: refuse,
      pauseWrites: refuse,
      resumeWrites: refuse,
      handOver: refuse,
      stop: refuse,
    },
    target: {
      progress: () => target.progress(),
      isEmpty: () => target.isEmpty(),
      receive: refuse,
    },
  }
}

async function refuse(): Promise<never> {
  throw storeReadOnly()
}

/** `unavailable` */
export function storeReadOnly(): StowageError {
  return new StowageError('unavailable', 'The asset store takes no changes while it is read-only.')
}
