import { ASSET_FILTERS, type FilterShape } from '@stowage/core/internal'
import { usageError } from '../exit/cli-error.ts'
import { boundsOf, readNumber, readSize, readTime } from './bounds.ts'
import type { FilterOption } from './filter-options.ts'

/** The id of a folder in the store: found by its path, or the text itself. */
export type FolderIdOf = (path: string) => Promise<string>

/** The value of a filter, from the value of its option. */
export async function filterValue(
  option: FilterOption,
  given: unknown,
  folderIdOf: FolderIdOf,
): Promise<unknown> {
  const { shape } = ASSET_FILTERS[option.member]
  const texts = given as readonly string[]
  switch (shape.form) {
    case 'folder':
      return shape.orNone && given === 'none' ? null : folderIdOf(given as string)
    case 'words':
      return texts
    case 'texts':
      if (shape.none !== undefined) return texts.map((text) => (text === 'null' ? null : text))
      return option.isAnyCase ? texts.map((text) => text.toLowerCase()) : texts
    case 'bounds':
      return boundsBy(shape.of, option, texts)
    case 'metadata':
      return membersOf(option, texts)
    case 'flag':
    case 'search':
      return given
  }
}

function boundsBy(
  of: Extract<FilterShape, { form: 'bounds' }>['of'],
  { flag, example, isBytes }: FilterOption,
  texts: readonly string[],
): unknown {
  const option = `--${flag}`
  if (of === 'moment') return boundsOf(option, texts, readTime, example)
  return boundsOf(option, texts, isBytes ? readSize : readNumber, example)
}

function membersOf({ flag }: FilterOption, texts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=')
      if (equals < 1) {
        throw usageError(`--${flag} cannot be ${JSON.stringify(text)}. Write it like client=acme.`)
      }
      return [text.slice(0, equals), readMember(text.slice(equals + 1))]
    }),
  )
}

/** Reads it like the API: valid JSON as JSON, so that `"5"` is the text and `5` the number. */
function readMember(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? text : value
  } catch {
    return text
  }
}

/** Several values of one option, separated by commas. */
export function several(text: string, before: string[] = []): string[] {
  return [
    ...before,
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ]
}

/** One value of each option. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text]
}
