import { columnNames } from './manifest-columns.ts'
import { ManifestError } from './manifest-error.ts'
import type { ManifestRow } from './manifest-row.ts'
import { utf8Text } from './utf8-text.ts'

/** The rows of JSON lines, or of a list in JSON. */
export async function* jsonRows(file: string): AsyncGenerator<ManifestRow> {
  let line = 0
  const list = await listOf(file)
  for (const value of list ?? []) {
    line += 1
    yield rowOf(value, line, `entry ${line} of ${file}`)
  }
  if (list !== null) return
  for await (const text of linesOf(file)) {
    line += 1
    const row = text.trim()
    if (row === '') continue
    yield rowOf(parsed(row), line, `line ${line} of ${file}`)
  }
}

/** Not `readline`: it passes no error of its input on to an iteration. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of utf8Text(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/** A list is read as a whole: its rows may go over any number of lines. `null` when the file is no list. */
async function listOf(file: string): Promise<readonly unknown[] | null> {
  if (!/\.json$/i.test(file)) return null
  const pieces: string[] = []
  for await (const piece of utf8Text(file)) pieces.push(piece)
  const text = pieces.join('').trimStart()
  if (!text.startsWith('[')) return null
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch (error) {
    throw new ManifestError(`${file} is no JSON that can be read: ${(error as Error).message}`)
  }
}

function rowOf(value: unknown, line: number, where: string): ManifestRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, members: null }
  }
  const given = Object.keys(value)
  const names = columnNames(given, where)
  const members = Object.values(value).map((member, index) => [names[index], member])
  return { line, members: Object.fromEntries(members) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
