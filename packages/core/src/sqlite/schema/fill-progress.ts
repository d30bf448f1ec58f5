import type { SqliteClient } from '../driver/client.ts'

/** The progress of the fill that follows the version of a database. */
export interface FillProgress {
  readonly cursor: string
  /** From 0 to 1. */
  readonly part: number
}

/** `null` when no fill is under way. */
export function fillProgressOf(client: SqliteClient): FillProgress | null {
  const made = client.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'fill_progress'`).get()
  if (made === undefined) return null
  const row = client.prepare('SELECT cursor, part FROM fill_progress').get() as
    | FillProgress
    | undefined
  return row ?? null
}

/** Saves the progress in a table that exists only while a fill is under way. */
export function saveFillProgress(client: SqliteClient, { cursor, part }: FillProgress): void {
  client.exec(`CREATE TABLE IF NOT EXISTS fill_progress (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    cursor TEXT NOT NULL,
    part REAL NOT NULL
  ) STRICT`)
  client
    .prepare('REPLACE INTO fill_progress (one, cursor, part) VALUES (1, ?, ?)')
    .run(cursor, part)
}

export function removeFillProgress(client: SqliteClient): void {
  client.exec('DROP TABLE IF EXISTS fill_progress')
}
