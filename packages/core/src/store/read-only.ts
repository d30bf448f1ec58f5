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
    scan: (query) => metadata.scan(query),
    unowned: (keys) => metadata.unowned(keys),
    usage: (tenant) => metadata.usage(tenant),
    getKey: (id) => metadata.getKey(id),
    listKeys: (tenant) => metadata.listKeys(tenant),
    insert: refuse,
    update: refuse,
    attach: refuse,
    detach: refuse,
    move: refuse,
    purge: refuse,
    createKey: refuse,
    updateKey: refuse,
    reserve: refuse,
    claim: refuse,
    settle: refuse,
    forget: refuse,
    lease: refuse,
    close: () => metadata.close(),
  }
}

/** `unavailable` */
export function storeReadOnly(): StowageError {
  return new StowageError('unavailable', 'The asset store takes no changes while it is read-only.')
}
