import { formatCount } from '../output/quantities.ts'
import type { Run } from './run.ts'

/** Lines that a person reads in one go. */
const DEFAULT_LIMIT = 100

/** How a verb writes what it lists. */
export interface ListedItems<Item> {
  /** What was given with `--limit` and `--all`. */
  readonly options: { readonly limit?: number; readonly all?: boolean }
  readonly first: 'newest' | 'oldest'
  /** What a person is told when there is none. */
  readonly none: string
  /** The value of its JSON line. */
  recordOf(item: Item): object
  /** Its line with `--quiet`; `null`: it has none. */
  idOf(item: Item): string | null
  /** Called with each item after its lines. Then all are written as they come, without a default limit. */
  readonly follow?: (item: Item) => void
}

/**
 * Writes each item as it comes with `--json` and `--quiet`. Resolves to those for a table: at most 100, unless another
 * number or all are asked for.
 */
export async function listItems<Item>(
  { output }: Pick<Run, 'output'>,
  items: AsyncIterable<Item>,
  { options, first, none, recordOf, idOf, follow }: ListedItems<Item>,
): Promise<readonly Item[]> {
  const isStream = output.json || output.quiet || follow !== undefined
  const limit = options.limit ?? (options.all === true || isStream ? Infinity : DEFAULT_LIMIT)
  const shown: Item[] = []
  let count = 0
  for await (const item of items) {
    if (count === limit) {
      output.note(`The ${first} ${formatCount(limit)}. --all shows every one.`)
      break
    }
    count += 1
    output.record(recordOf(item))
    const id = output.quiet ? idOf(item) : null
    if (id !== null) output.result(id)
    follow?.(item)
    if (isStream) await output.drained()
    else shown.push(item)
    // What follows may be long in coming.
    if (count === options.limit) break
  }
  if (count === 0) output.note(none)
  return shown
}
