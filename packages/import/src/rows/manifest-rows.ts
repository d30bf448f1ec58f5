import { csvRows } from './csv-rows.ts'
import { jsonRows } from './json-rows.ts'
import type { ManifestRow } from './manifest-row.ts'

/** The rows of a manifest: JSON lines, a JSON list, or CSV whose first line has names. All in UTF-8. */
export function manifestRows(file: string): AsyncIterable<ManifestRow> {
  return /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(file) : csvRows(file)
}
