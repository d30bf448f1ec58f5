import type { Timestamp } from '../../assets/asset.ts'
import type { IdempotencyRecord } from '../../assets/insert-request.ts'
import { idempotencyConflict } from '../../errors/metadata-errors.ts'
import type { TransferValues } from '../../ports/transfer.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** How a memory store recognises repeated uploads. */
export interface MemoryIdempotency {
  /**
   * The ids of the assets that were stored under this key, when the tenant has a valid record of it.
   * `idempotency_conflict` when they came from other files.
   */
  findReplay(tenant: string, record: IdempotencyRecord, now: Timestamp): readonly string[] | null
  set(tenant: string, key: string, value: TransferValues['idempotency']): void
  /** Forgets records that have expired, at most `limit`. Returns how many. */
  prune(now: Timestamp, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'idempotency'>
}

export function createMemoryIdempotency(): MemoryIdempotency {
  const records = new Map<string, { readonly key: string } & TransferValues['idempotency']>()
  const nameOf = (tenant: string, key: string): string => JSON.stringify([tenant, key])

  return {
    findReplay(tenant, { key, digest }, now) {
      const record = records.get(nameOf(tenant, key))
      if (record === undefined || record.expiresAt <= now) return null
      if (record.digest !== digest) throw idempotencyConflict()
      return record.ids
    },

    set(tenant, key, value) {
      records.set(nameOf(tenant, key), { ...value, key })
    },

    prune(now, limit) {
      const expired = [...records].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit)
      for (const [name] of expired) records.delete(name)
      return expired.length
    },

    table: {
      rows: () =>
        [...records].map(([name, { key, ...value }]) => {
          const [tenant = ''] = JSON.parse(name) as string[]
          return [tenant, key, value] as const
        }),
      set(tenant, key, value) {
        if (value === null) records.delete(nameOf(tenant, key))
        else records.set(nameOf(tenant, key), { ...value, key })
      },
    },
  }
}
