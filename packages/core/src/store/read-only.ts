import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'

/** The same records, of which nothing can be changed: every write is refused as `unavailable`. */
export function readOnlyMetadata(metadata: MetadataStore): MetadataStore {
  const refuse = async (): Promise<never> => {
    throw storeReadOnly()
  }
  return {
    get: (by) => metadata.get(by),
    list: (query) => metadata.list(query),
    listAll: (query) => metadata.listAll(query),
    filterOrphans: (keys) => metadata.filterOrphans(keys),
    usage: (tenant) => metadata.usage(tenant),
    getKey: (id) => metadata.getKey(id),
    listKeys: (tenant) => metadata.listKeys(tenant),
    insert: refuse,
    update: refuse,
    addVariants: refuse,
    removeVariants: refuse,
    setTrashed: refuse,
    purge: refuse,
    createKey: refuse,
    updateKey: refuse,
    reserve: refuse,
    claim: refuse,
    recordDeletions: refuse,
    pruneExpired: refuse,
    lease: refuse,
    recordSweep: refuse,
    close: () => metadata.close(),
  }
}

/** `unavailable` */
export function storeReadOnly(): StowageError {
  return new StowageError('unavailable', 'The asset store takes no changes while it is read-only.')
}
