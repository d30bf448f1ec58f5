import { csvRows } from './csv-rows.ts'
import { jsonRows } from './json-rows.ts'
import type { ManifestRow } from './manifest-row.ts'

/** The rows of a manifest: JSON lines, a list in JSON, or CSV with a first line of names. All of them in UTF-8. */
export function manifestRows(file: string): AsyncIterable<ManifestRow> {
  return /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(file) : csvRows(file)
}
