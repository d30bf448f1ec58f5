import { idempotencyConflict, uploadRepeated } from '../errors/metadata-errors.ts'
import type { Timestamp } from '../model/asset.ts'
import type { IdempotencyRecord } from '../ports/metadata-store.ts'
import type { TransferValues } from '../ports/transfer.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** The upload marks of a memory store. */
export interface UploadMarks {
  /** `upload_repeated` or `idempotency_conflict` when the tenant has such a mark that holds now. */
  assertNew(tenant: string, mark: IdempotencyRecord, now: Timestamp): void
  set(tenant: string, key: string, mark: TransferValues['mark']): void
  /** Forgets those that have expired, at most `limit`; tells how many. */
  forget(now: Timestamp, limit: number): number
  /** What a transfer moves. */
  readonly table: MemoryTable<'mark'>
}

export function createUploadMarks(): UploadMarks {
  const marks = new Map<string, { readonly key: string } & TransferValues['mark']>()
  const nameOf = (tenant: string, key: string): string => JSON.stringify([tenant, key])

  return {
    assertNew(tenant, { key, digest }, now) {
      const mark = marks.get(nameOf(tenant, key))
      if (mark === undefined || mark.expiresAt <= now) return
      throw mark.digest === digest ? uploadRepeated(mark.ids) : idempotencyConflict()
    },
    set(tenant, key, mark) {
      marks.set(nameOf(tenant, key), { ...mark, key })
    },
    table: {
      rows: () =>
        [...marks].map(([name, { key, ...mark }]) => {
          const [tenant = ''] = JSON.parse(name) as string[]
          return [tenant, key, mark] as const
        }),
      set(tenant, key, value) {
        if (value === null) marks.delete(nameOf(tenant, key))
        else marks.set(nameOf(tenant, key), { ...value, key })
      },
    },
    forget(now, limit) {
      const expired = [...marks].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit)
      for (const [name] of expired) marks.delete(name)
      return expired.length
    },
  }
}
