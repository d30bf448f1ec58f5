import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { checkColumns } from './manifest-columns.ts'
import { ManifestError } from './manifest-error.ts'

/** One row: its members, and where it stands. `null`: what stands there is no row. */
export interface ManifestRow {
  readonly line: number
  readonly members: Readonly<Record<string, unknown>> | null
}

/** The rows of a manifest: JSON lines, a list in JSON, or CSV with a first line of names. */
export function manifestRows(file: string): AsyncIterable<ManifestRow> {
  return /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(file) : csvRows(file)
}

/** A list is read as a whole: its rows may go over any number of lines. `null` when the file is no list. */
async function listOf(file: string): Promise<readonly unknown[] | null> {
  if (!/\.json$/i.test(file)) return null
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').trimStart()
  if (!text.startsWith('[')) return null
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch (error) {
    throw new ManifestError(`${file} is no JSON that can be read: ${(error as Error).message}`)
  }
}

async function* jsonRows(file: string): AsyncGenerator<ManifestRow> {
  let line = 0
  const list = await listOf(file)
  for (const value of list ?? []) {
    line += 1
    yield rowOf(value, line, `entry ${line} of ${file}`)
  }
  if (list !== null) return
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    line += 1
    // A byte order mark, which some editors write.
    const row = text.replace(/^\uFEFF/, '').trim()
    if (row === '') continue
    yield rowOf(parsed(row), line, `line ${line} of ${file}`)
  }
}

function rowOf(value: unknown, line: number, where: string): ManifestRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, members: null }
  }
  checkColumns(Object.keys(value), where)
  return { line, members: value as Readonly<Record<string, unknown>> }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
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
    throw new ManifestError(`${file} is no CSV that can be read: ${message}`)
  }
}

/** A cell without text says nothing. */
function filled(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, text]) => text.trim() !== ''))
}
