import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { columnNames } from './manifest-columns.ts'
import { ManifestError } from './manifest-error.ts'
import type { ManifestRow } from './manifest-row.ts'
import { utf8Text } from './utf8-text.ts'

/** Bytes of a row: the parser is slow with long ones. */
const MAX_ROW = 2 ** 20
/** The most characters of a parser message that an error shows. */
const MAX_SHOWN = 300

/**
 * The rows of CSV whose first line has names. Commas separate cells, or semicolons, as Excel writes them in Europe,
 * when the first line has no comma.
 */
export async function* csvRows(file: string): AsyncGenerator<ManifestRow> {
  const pieces = utf8Text(file)
  try {
    yield* rowsOf(file, pieces)
  } finally {
    // Otherwise only the parser would end them, and it may never have begun: the file would stay open.
    await pieces.return(undefined)
  }
}

async function* rowsOf(file: string, pieces: AsyncGenerator<string>): AsyncGenerator<ManifestRow> {
  const { head, text } = await withHead(file, pieces)
  if (head.trim() === '') {
    throw new ManifestError(`${file} is empty. Its first line must name the columns, such as path.`)
  }
  const delimiter = head.includes(';') && !head.includes(',') ? ';' : ','
  const columns = (names: string[]) => columnNames(names, file)
  const parser = parse({
    columns,
    delimiter,
    info: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  })
  pipeline(Readable.from(text), parser, () => {})
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
    if (code === 'CSV_MAX_RECORD_SIZE') throw rowTooLong(file)
    const shown = message?.slice(0, MAX_SHOWN)
    throw new ManifestError(`${file} is no CSV that can be read: ${shown}`)
  }
}

function rowTooLong(file: string): ManifestError {
  return new ManifestError(
    `${file} has a row of more than ${MAX_ROW} bytes. Look for a quote that is not closed, or a missing line break.`,
  )
}

/** The first line with text, and the whole text again. */
async function withHead(
  file: string,
  pieces: AsyncGenerator<string>,
): Promise<{ readonly head: string; readonly text: AsyncGenerator<string> }> {
  let begin = ''
  for (;;) {
    const { value, done } = await pieces.next()
    begin += value ?? ''
    const [, head] = /^\s*([^\r\n]+)[\r\n]/.exec(begin) ?? []
    if (done || head !== undefined) return { head: head ?? begin, text: joined(begin, pieces) }
    if (begin.length > MAX_ROW) throw rowTooLong(file)
  }
}

async function* joined(begin: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begin
  yield* rest
}

/** A cell without text counts as missing. */
function filled(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, text]) => text.trim() !== ''))
}
