import type { Timestamp } from '../asset/asset.ts'
import { uploadMismatch, uploadRepeated } from '../ports/metadata-errors.ts'
import type { UploadMark } from '../ports/metadata-store.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** The upload marks of a memory store. */
export interface UploadMarks {
  /** `upload_repeated` or `upload_mismatch` when the tenant has such a mark that holds at that time. */
  assertNew(tenant: string, mark: UploadMark, at: Timestamp): void
  set(tenant: string, mark: UploadMark, ids: readonly string[]): void
  /** Forgets those that have expired. */
  forget(now: Timestamp): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'mark'>
}

export function createUploadMarks(): UploadMarks {
  const marks = new Map<string, UploadMark & { readonly ids: readonly string[] }>()
  const nameOf = (tenant: string, key: string): string => JSON.stringify([tenant, key])

  return {
    assertNew(tenant, { key, digest }, at) {
      const mark = marks.get(nameOf(tenant, key))
      if (mark === undefined || mark.expiresAt <= at) return
      throw mark.digest === digest ? uploadRepeated(mark.ids) : uploadMismatch()
    },
    set(tenant, mark, ids) {
      marks.set(nameOf(tenant, mark.key), { ...mark, ids })
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
    forget(now) {
      for (const [name, { expiresAt }] of marks) if (expiresAt <= now) marks.delete(name)
    },
  }
}
