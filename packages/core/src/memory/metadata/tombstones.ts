import type { Timestamp } from '../../model/asset.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** Which assets were purged from a memory store. */
export interface MemoryTombstones {
  add(tenant: string, id: string, at: Timestamp): void
  /** Whether that asset of the tenant was purged at that time or later. */
  hasSince(tenant: string, id: string, time: Timestamp): boolean
  /** Forgets what was purged before that time, at most `limit`. Returns how many. */
  prune(before: Timestamp, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'tombstone'>
}

export function createMemoryTombstones(): MemoryTombstones {
  const purged = new Map<string, { readonly tenant: string; readonly at: Timestamp }>()

  return {
    add: (tenant, id, at) => void purged.set(id, { tenant, at }),

    hasSince(tenant, id, time) {
      const tombstone = purged.get(id)
      return tombstone?.tenant === tenant && tombstone.at >= time
    },

    prune(before, limit) {
      const old = [...purged].filter(([, { at }]) => at < before).slice(0, limit)
      for (const [id] of old) purged.delete(id)
      return old.length
    },

    table: {
      rows: () => [...purged].map(([id, { tenant, at }]) => [tenant, id, { purgedAt: at }]),
      set(tenant, id, value) {
        if (value === null) purged.delete(id)
        else purged.set(id, { tenant, at: value.purgedAt })
      },
    },
  }
}
