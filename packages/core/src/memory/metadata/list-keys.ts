import { randomBytes } from 'node:crypto'

/** The keys that hide the positions of lists, by tenant; see `AssetRecords.listKey`. */
export interface ListKeys {
  /** The key of the tenant, made by the first call. */
  of(tenant: string): string
  set(tenant: string, key: string): void
  forget(tenant: string): void
}

export function createListKeys(): ListKeys {
  const keys = new Map<string, string>()
  return {
    of(tenant) {
      const key = keys.get(tenant) ?? randomBytes(16).toString('hex')
      keys.set(tenant, key)
      return key
    },
    set: (tenant, key) => void keys.set(tenant, key),
    forget: (tenant) => void keys.delete(tenant),
  }
}
