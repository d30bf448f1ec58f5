import { WHOLE_TENANT } from '../../usage/asset-parts.ts'
import { LIVE } from '../../usage/count-changes.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { countOf } from '../tenants/count-tree.ts'
import { BLOCK_SPAN, changesOfList } from '../terms/list-changes.ts'
import type { ColumnCondition } from './conditions.ts'
import { KnownStarts } from './known-starts.ts'
import {
  alongIndex,
  byTerms,
  byTermsOnly,
  placeIndex,
  type SearchFilter,
  type SeqRange,
  type Source,
} from './list-source.ts'

/** How many rows each way of reading a list may read. */
export interface ReadingBounds {
  /** Up to this many are looked up one by one and sorted, whatever the order. */
  readonly few: number
  /** Up to this many are gathered and sorted, instead of walking an order index that has none of their fields. */
  readonly gathered: number
  /** Entries of an order's index that a walk looks up in a set of `gathered`. */
  readonly walked: number
  /** Rows that a walk checks one by one before it asks indexes for all matches. */
  readonly looked: number
  /** Rows that such a walk reads at once. */
  readonly atOnce: number
  /** Matches that are gathered into a set in the time in which such a walk checks one row. */
  readonly gatheredPerLook: number
}

const BOUNDS: ReadingBounds = {
  few: 5000,
  gathered: 20_000,
  walked: 50_000,
  looked: 4096,
  atOnce: 512,
  gatheredPerLook: 60,
}

/** The most weight of all kept totals together: about 10 MB. */
const MAX_WEIGHT = 65_536
/** What the known starts of a list weigh. */
const STARTS = 8
/** Characters of a filter that weigh as much as one block number. Clients choose how long a filter is. */
const CHARACTERS = 32

/** How many assets match, and how to find them. */
export interface Total {
  readonly n: number
  /** A source of so few rows that they can be looked up one by one and sorted; `null` when there is none. */
  readonly few: Source | null
  /** The number of matches of each block that has any; `null` when the total did not need them. */
  readonly blocks: ReadonlyMap<number, number> | null
  /** Where the list begins; `null` when a counter has the total. */
  readonly starts: KnownStarts | null
}

/** A total, and how often each block had changed when it was counted. */
interface Kept extends Total {
  readonly starts: KnownStarts
  readonly changes: ReadonlyMap<number, number>
  readonly weight: number
}

/**
 * The exact totals of filtered lists. It keeps a count until a commit of any process changes the list. Most lists are
 * counted by block, so that after an upload only the newest block is counted again, not a million rows.
 */
export class ListTotals {
  readonly #kept = new Map<string, Kept>()
  /** What the readers of pages may read, too. */
  readonly bounds: ReadingBounds
  #weight = 0

  /** `bounds`: for tests of the other sources. */
  constructor(bounds: Partial<ReadingBounds> = {}) {
    this.bounds = { ...BOUNDS, ...bounds }
  }

  /** The weight of all kept totals; at most 65,536. */
  get weight(): number {
    return this.#weight
  }

  /** The total in the snapshot that `sql` reads. */
  count(sql: Sql, wanted: SearchFilter): Total {
    const { tenantId, list, conditions, match } = wanted
    if (match === null && conditions.length === 0) {
      const n = countOf(sql, { tenantId, list, part: WHOLE_TENANT })
      return { n, few: null, blocks: null, starts: null }
    }
    const part = match === null && conditions.length === 1 ? conditions[0]?.part : undefined
    if (part !== undefined) {
      const n = countOf(sql, { tenantId, list, part })
      const few = n <= this.bounds.few ? fewOf(sql, wanted, this.bounds.few) : null
      return { n, few, blocks: null, starts: null }
    }
    const changes = changesOfList(sql, tenantId, list)
    const key = JSON.stringify([
      tenantId,
      list,
      match,
      conditions.map(({ sql: text, values }) => [text, values]),
    ])
    const kept = this.#kept.get(key)
    if (kept !== undefined && hasNotChanged(kept.changes, changes)) return kept
    const counted = countAnew(sql, wanted, { changes, before: kept, most: this.bounds.few })
    const starts = kept?.starts ?? new KnownStarts()
    if (kept !== undefined) starts.change(changedBlocks(kept.changes, changes))
    const total = { ...counted, starts }
    // The text is kept twice: as the key, and in the source of few rows.
    const weight = STARTS + 1 + changes.size + Math.ceil((2 * key.length) / CHARACTERS)
    this.#keep(key, { ...total, changes, weight })
    return total
  }

  #keep(key: string, kept: Kept): void {
    this.#forget(key)
    this.#kept.set(key, kept)
    this.#weight += kept.weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= MAX_WEIGHT) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#weight -= kept.weight
  }
}

function changedBlocks(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): readonly number[] {
  return [...now].filter(([block, n]) => before.get(block) !== n).map(([block]) => block)
}

function hasNotChanged(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): boolean {
  if (before.size !== now.size) return false
  for (const [block, n] of now) if (before.get(block) !== n) return false
  return true
}

function countAnew(
  sql: Sql,
  wanted: SearchFilter,
  state: {
    readonly changes: ReadonlyMap<number, number>
    readonly before: Kept | undefined
    readonly most: number
  },
): Omit<Total, 'starts'> {
  const { changes, before, most } = state
  const few = fewOf(sql, wanted, most)
  if (few !== null) return { n: countRows(sql, few), few, blocks: null }
  if (wanted.conditions.length === 0) {
    return { n: countRows(sql, byTermsOnly(wanted)), few: null, blocks: null }
  }
  const blocks = new Map<number, number>()
  for (const [block, changed] of changes) {
    const isAsBefore = before?.blocks != null && before.changes.get(block) === changed
    const n = isAsBefore ? (before.blocks?.get(block) ?? 0) : countBlock(sql, wanted, block)
    if (n > 0) blocks.set(block, n)
  }
  let n = 0
  for (const count of blocks.values()) n += count
  return { n, few: null, blocks }
}

function countBlock(sql: Sql, wanted: SearchFilter, block: number): number {
  const index = orderedIndex(wanted) ?? placeIndex(wanted.list)
  return countRows(sql, alongIndex(wanted, index, rangeOfBlock(block)))
}

function countRows(sql: Sql, source: Source): number {
  const row = sql<{ n: number }>(`SELECT count(*) AS n ${source.sql}`).get(...source.values)
  return row?.n ?? 0
}

/** The insertion numbers that a block covers. */
export function rangeOfBlock(block: number): SeqRange {
  return { first: block * BLOCK_SPAN, last: (block + 1) * BLOCK_SPAN - 1 }
}

/** An index that has the wanted assets in the order of insertion and skips some of the others. */
export function orderedIndex({ list, conditions }: SearchFilter): string | null {
  return conditions.find((condition) => condition.ordered === true && list === LIVE)?.index ?? null
}

/** The source that reads the fewest rows, if it reads at most `most`. */
export function fewOf(sql: Sql, wanted: SearchFilter, most: number): Source | null {
  const ways: { readonly n: number; readonly source: () => Source }[] = []
  if (wanted.match !== null) {
    const n = countSome(sql, byTermsOnly(wanted), most)
    ways.push({ n, source: () => byTerms(wanted) })
  }
  for (const condition of wanted.conditions) {
    const { index } = condition
    if (index === undefined || wanted.list !== LIVE) continue
    const n = countSome(sql, alongCondition(wanted, condition, index), most)
    ways.push({ n, source: () => alongIndex(wanted, index) })
  }
  const shortest = ways
    .filter(({ n }) => n <= most)
    .reduce<(typeof ways)[number] | null>(
      (best, way) => (best === null || way.n < best.n ? way : best),
      null,
    )
  return shortest?.source() ?? null
}

/** The rows of one condition, from its index. */
export function alongCondition(
  { tenantId }: SearchFilter,
  condition: ColumnCondition,
  index: string,
): Source {
  return {
    sql: `FROM assets a INDEXED BY ${index} WHERE a.tenant_id = ? AND a.trashed_at IS NULL AND ${condition.sql}`,
    values: [tenantId, ...condition.values],
  }
}

/** The number of rows, counted up to `most + 1`. */
export function countSome(sql: Sql, { sql: from, values }: Source, most: number): number {
  const limited: readonly SqliteValue[] = [...values, most + 1]
  const row = sql<{ n: number }>(`SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ?)`).get(
    ...limited,
  )
  return row?.n ?? 0
}
