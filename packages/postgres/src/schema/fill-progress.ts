import type { Sql } from '../connection/database.ts'

/** The progress of the fill that follows the version of a schema. */
export interface FillProgress {
  /** `null` before the first batch. */
  readonly cursor: string | null
  /** From 0 to 1. */
  readonly part: number
}

/** The caller holds the lock of the row. */
export async function fillProgressOf(sql: Sql): Promise<FillProgress> {
  const [row] = await sql<FillProgress>(
    'SELECT fill_cursor AS cursor, fill_part AS part FROM $schema.schema_version',
  )
  return row ?? { cursor: null, part: 0 }
}

export async function saveFillProgress(sql: Sql, { cursor, part }: FillProgress): Promise<void> {
  await sql('UPDATE $schema.schema_version SET fill_cursor = $1, fill_part = $2', [cursor, part])
}
