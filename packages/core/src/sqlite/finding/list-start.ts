import type { Sql } from '../driver/client.ts'
import { alongIndex, byTerms, byTermsOnly, placeIndex, type SearchFilter } from './list-source.ts'
import {
  countSome,
  type KnownStarts,
  orderedIndex,
  type PageKey,
  rangeOfBlock,
  type Total,
} from './list-totals.ts'
import { type Order, orderBy } from './order.ts'

const nameOf = ({ key, descending }: Order) => `${key} ${descending}`

/** Remembers that the list begins with this asset in this order. */
export function keepStart({ known }: Total, order: Order, key: PageKey): void {
  known?.starts.set(nameOf(order), { key, changes: known.changes })
}

/**
 * A position in this order before which no match comes, close to the first; `null` when none is known. Looks for earlier
 * matches in the blocks that have changed since it was learned; forgets it where these have more than `most`.
 */
export function startOf(
  sql: Sql,
  wanted: SearchFilter,
  {
    total: { known },
    order,
    most,
  }: { readonly total: Total; readonly order: Order; readonly most: number },
): PageKey | null {
  const kept = known?.starts.get(nameOf(order))
  if (known === null || kept === undefined) return null
  let { key } = kept
  let left = most
  for (const block of changedBlocks(known, kept.changes)) {
    const found = earlierIn(sql, wanted, { block, order, key, most: left })
    if (found === null) {
      known.starts.delete(nameOf(order))
      return null
    }
    key = found.key
    left -= found.n
  }
  keepStart({ known } as Total, order, key)
  return key
}

function changedBlocks({ changes }: KnownStarts, before: ReadonlyMap<number, number>): number[] {
  return [...changes].filter(([block, n]) => before.get(block) !== n).map(([block]) => block)
}

/** The first match of a block if it comes before `key`, else `key`; `null` when the block has more than `most` to look at. */
function earlierIn(
  sql: Sql,
  wanted: SearchFilter,
  {
    block,
    order,
    key,
    most,
  }: {
    readonly block: number
    readonly order: Order
    readonly key: PageKey
    readonly most: number
  },
): { readonly key: PageKey; readonly n: number } | null {
  const range = rangeOfBlock(block)
  const index = orderedIndex(wanted) ?? placeIndex(wanted.list)
  const looked =
    wanted.match === null
      ? alongIndex({ ...wanted, conditions: [] }, placeIndex(wanted.list), range)
      : byTermsOnly(wanted, range)
  const n = countSome(sql, looked, most)
  if (n > most) return null
  const { sql: from, values } =
    wanted.match === null ? alongIndex(wanted, index, range) : byTerms(wanted, range)
  const earlier = order.descending ? '>' : '<'
  const found = sql<PageKey>(
    `SELECT ${order.key} AS value, a.seq AS seq ${from} AND (${order.key}, a.seq) ${earlier} (?, ?)
      ORDER BY ${orderBy(order, '+')} LIMIT 1`,
  ).get(...values, key.value, key.seq)
  return { key: found ?? key, n }
}
