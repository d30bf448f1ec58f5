import type { AssetRecord, Timestamp } from '../../assets/asset.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** Which assets were purged from a memory store. */
export interface MemoryTombstones {
  add(asset: AssetRecord, at: Timestamp): void
  /** The remains of the tenant's asset if it was purged at that time or later, else `null`. */
  since(tenant: string, id: string, time: Timestamp): Pick<AssetRecord, 'createdBy'> | null
  /** Forgets assets purged before that time, at most `limit`. Returns how many. */
  prune(before: Timestamp, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'tombstone'>
}

export function createMemoryTombstones(): MemoryTombstones {
  const purged = new Map<
    string,
    { readonly tenant: string; readonly at: Timestamp; readonly createdBy: string | null }
  >()

  return {
    add: ({ tenant, id, createdBy }, at) => void purged.set(id, { tenant, at, createdBy }),

    since(tenant, id, time) {
      const tombstone = purged.get(id)
      return tombstone?.tenant === tenant && tombstone.at >= time ? tombstone : null
    },

    prune(before, limit) {
      const old = [...purged].filter(([, { at }]) => at < before).slice(0, limit)
      for (const [id] of old) purged.delete(id)
      return old.length
    },

    table: {
      rows: () =>
        [...purged].map(([id, { tenant, at, createdBy }]) => [
          tenant,
          id,
          { purgedAt: at, createdBy },
        ]),
      set(tenant, id, value) {
        if (value === null) purged.delete(id)
        else purged.set(id, { tenant, at: value.purgedAt, createdBy: value.createdBy })
      },
    },
  }
}
