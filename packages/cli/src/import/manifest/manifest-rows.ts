import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { usageError } from '../../exit/cli-error.ts'
import { checkColumns } from './manifest-columns.ts'

/** One row: its members, and where it stands. `null`: what stands there is no row. */
export interface ManifestRow {
  readonly line: number
  readonly members: Readonly<Record<string, unknown>> | null
}

/** The rows of a manifest: JSON lines, or CSV with a first line of names. */
export function manifestRows(file: string): AsyncIterable<ManifestRow> {
  return /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(file) : csvRows(file)
}

async function* jsonRows(file: string): AsyncGenerator<ManifestRow> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    line += 1
    // A byte order mark, which some editors write.
    const row = text.replace(/^\uFEFF/, '').trim()
    if (row === '') continue
    const members = objectOf(row)
    if (members !== null) checkColumns(Object.keys(members), `line ${line} of ${file}`)
    yield { line, members }
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return value as Readonly<Record<string, unknown>>
  } catch {
    return null
  }
}

async function* csvRows(file: string): AsyncGenerator<ManifestRow> {
  const columns = (names: string[]) => {
    const trimmed = names.map((name) => name.trim())
    checkColumns(trimmed, file)
    return trimmed
  }
  const parser = createReadStream(file).pipe(
    parse({ columns, bom: true, info: true, skip_empty_lines: true, relax_column_count: false }),
  )
  try {
    for await (const row of parser) {
      const { record, info } = row as {
        readonly record: Readonly<Record<string, string>>
        readonly info: { readonly lines: number }
      }
      yield { line: info.lines, members: filled(record) }
    }
  } catch (error) {
    const { code, message } = Object(error) as { readonly code?: string; readonly message?: string }
    if (code?.startsWith('CSV_') !== true) throw error
    throw usageError(`${file} is no CSV that can be read: ${message}`)
  }
}

/** A cell without text says nothing. */
function filled(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, text]) => text.trim() !== ''))
}
