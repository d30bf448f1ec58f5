import type { Sql } from '../connection/database.ts'
import { gatheringConditions, rowByRow } from './drivers.ts'
import { fragment, run } from './fragment.ts'
import { BLOCK, SMALL_BLOCK } from './list-changes.ts'
import { type SearchFilter, type SeqRange, whereOf } from './search-filter.ts'

interface BlockCount {
  readonly block: number
  readonly n: number
}

/** The number of assets of the part in the list. */
export async function partCount(
  sql: Sql,
  { tenantId, list }: SearchFilter,
  part: string,
): Promise<number> {
  const [row] = await sql<{ readonly n: number }>(
    `SELECT coalesce(sum(n), 0)::bigint AS n FROM $schema.counts
      WHERE tenant_id = $1 AND part = $2 AND list = $3 AND level = 0`,
    [tenantId, part, list],
  )
  return row?.n ?? 0
}

/** The insertion numbers from one block to another. */
export function rangeOfBlocks(first: number, last: number): SeqRange {
  return { first: first * BLOCK, last: (last + 1) * BLOCK - 1 }
}

/** The number of matches of each of these blocks, which come oldest first; blocks without matches are absent. */
export function blockCounts(
  sql: Sql,
  wanted: SearchFilter,
  blocks: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const range = rangeOfBlocks(blocks[0] ?? 0, blocks.at(-1) ?? 0)
  return grouped(sql, wanted, BLOCK, range)
}

/** The number of matches of these small blocks of a block; `null`: of all of them. */
export async function countSmallBlocks(
  sql: Sql,
  wanted: SearchFilter,
  block: number,
  some: readonly number[] | null,
): Promise<ReadonlyMap<number, number>> {
  if (some === null || some.length > FEW) {
    return grouped(sql, wanted, SMALL_BLOCK, rangeOfBlocks(block, block))
  }
  const where = whereOf(wanted, rowByRow(wanted.conditions))
  const rows = await run<BlockCount>(sql, {
    sql: `SELECT b.block, (SELECT count(*) FROM $schema.assets a
        WHERE ${where.sql} AND a.seq BETWEEN b.block * ${SMALL_BLOCK} AND b.block * ${SMALL_BLOCK} + ${SMALL_BLOCK - 1}
      ) AS n FROM unnest(?::bigint[]) AS b (block)`,
    values: [...where.values, some],
  })
  return byBlock(rows)
}

/** Up to this many small blocks are looked up one by one. */
const FEW = 64

async function grouped(
  sql: Sql,
  wanted: SearchFilter,
  span: number,
  range: SeqRange,
): Promise<ReadonlyMap<number, number>> {
  const where = whereOf(wanted, await gatheringConditions(sql, wanted, range), range)
  const statement = fragment(
    `SELECT a.seq / ${span} AS block, count(*) AS n FROM $schema.assets a WHERE ${where.sql} GROUP BY 1`,
    ...where.values,
  )
  return byBlock(await run<BlockCount>(sql, statement))
}

function byBlock(rows: readonly BlockCount[]): ReadonlyMap<number, number> {
  return new Map(rows.map(({ block, n }) => [block, n]))
}
