import { columnNames } from './manifest-columns.ts'
import { ManifestError } from './manifest-error.ts'
import type { ManifestRow } from './manifest-row.ts'
import { utf8Text } from './utf8-text.ts'

/** Characters of a line: more than any row needs, and too few to fill the memory. */
const MAX_LINE = 4 * 2 ** 20
/** The most characters of a list, which is read as a whole. */
const MAX_LIST = 64 * 2 ** 20

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

/** Not `readline`: it does not pass on an error of its input to an iteration. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  let number = 1
  for await (const text of utf8Text(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    number += lines.length
    if (rest.length > MAX_LINE) {
      throw new ManifestError(
        `${file}: line ${number} has more than ${MAX_LINE} characters. Write one object a line.`,
      )
    }
  }
  yield rest
}

/** Reads a list as a whole: its rows may span any number of lines. `null` when the file is not a list. */
async function listOf(file: string): Promise<readonly unknown[] | null> {
  if (!/\.json$/i.test(file)) return null
  const pieces: string[] = []
  let length = 0
  for await (const given of utf8Text(file)) {
    const piece = length === 0 ? given.trimStart() : given
    if (length === 0 && piece !== '' && !piece.startsWith('[')) return null
    length += piece.length
    pieces.push(piece)
    if (length > MAX_LIST) {
      throw new ManifestError(
        `${file} is a list of more than ${MAX_LIST} characters. Write JSON lines: one object a line, in a .jsonl file.`,
      )
    }
  }
  if (length === 0) return null
  const text = pieces.join('')
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
