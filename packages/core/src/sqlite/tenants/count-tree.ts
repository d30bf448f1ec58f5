import { WHOLE_TENANT } from '../../usage/asset-parts.ts'
import {
  blockChanges,
  blockSizes,
  type CountChange,
  LIVE,
  type ListNumber,
  rootLevel,
  TRASH,
} from '../../usage/count-changes.ts'
import type { Sql } from '../driver/client.ts'

export { LIVE, type ListNumber, TRASH, WHOLE_TENANT }

/** A list of a tenant, or one counter's share of it; see `counterKeysOf`. */
export interface CountedList {
  readonly tenantId: number
  readonly part: string
  readonly list: ListNumber
}

/** The counts of a list. */
export interface ListUsage {
  readonly assets: number
  /** Of originals and variants. */
  readonly bytes: number
}

const SAME_BLOCK = 'tenant_id = ? AND part = ? AND list = ? AND level = ? AND block = ?'
const RAISE = `INSERT INTO counts (tenant_id, part, list, level, block, n, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET n = n + excluded.n, bytes = bytes + excluded.bytes`
const CHANGE = `UPDATE counts SET n = n + ?, bytes = bytes + ? WHERE ${SAME_BLOCK}`
const DELETE_EMPTY = `DELETE FROM counts WHERE ${SAME_BLOCK} AND n = 0`

/** Writes the changes of a transaction into the trees: one write per block, however many changes it has. */
export function applyCountChanges(sql: Sql, changes: readonly CountChange[]): void {
  for (const { tenantId, part, list, level, block, by, bytes } of blockChanges(changes)) {
    if (by > 0) {
      sql(RAISE).run(tenantId, part, list, level, block, by, bytes)
      continue
    }
    if (by === 0 && bytes === 0) continue
    sql(CHANGE).run(by, bytes, tenantId, part, list, level, block)
    if (by < 0) sql(DELETE_EMPTY).run(tenantId, part, list, level, block)
  }
}

/** How many assets the list has. */
export function countOf(sql: Sql, { tenantId, part, list }: CountedList): number {
  const row = sql<{ total: number }>(
    `SELECT coalesce(sum(n), 0) AS total FROM counts
      WHERE tenant_id = ? AND part = ? AND list = ? AND level = ?`,
  ).get(tenantId, part, list, rootLevel(part))
  return row?.total ?? 0
}

/** How many assets the list has, and their bytes. */
export function usageOf(sql: Sql, { tenantId, part, list }: CountedList): ListUsage {
  const row = sql<ListUsage>(
    `SELECT coalesce(sum(n), 0) AS assets, coalesce(sum(bytes), 0) AS bytes FROM counts
      WHERE tenant_id = ? AND part = ? AND list = ? AND level = ?`,
  ).get(tenantId, part, list, rootLevel(part))
  return { assets: row?.assets ?? 0, bytes: row?.bytes ?? 0 }
}

/**
 * Finds the asset after `offset` newer ones. Its `seq` is below `belowSeq`, and `skip` newer assets of the list
 * are below that too: fewer than a block of level 0 covers. `null` past the end. Reads the blocks of a level as
 * one row: one row per block would cost three times as much.
 */
export function locate(
  sql: Sql,
  { tenantId, part, list }: CountedList,
  offset: number,
): { readonly belowSeq: number; readonly skip: number } | null {
  const spans = blockSizes(part)
  let skip = offset
  let first = 0
  let last = Number.MAX_SAFE_INTEGER
  for (let level = spans.length - 1; level >= 0; level--) {
    const row = sql<Columns>(
      `SELECT json_group_array(block) AS blocks, json_group_array(n) AS counts FROM (
        SELECT block, n FROM counts WHERE tenant_id = ? AND part = ? AND list = ? AND level = ?
          AND block BETWEEN ? AND ? ORDER BY block DESC)`,
    ).get(tenantId, part, list, level, first, last)
    const blocks: readonly number[] = JSON.parse(row?.blocks ?? '[]')
    const counts: readonly number[] = JSON.parse(row?.counts ?? '[]')
    const index = counts.findIndex((count) => {
      if (skip < count) return true
      skip -= count
      return false
    })
    const block = blocks[index]
    if (block === undefined) return null
    const span = spans[level] as number
    if (level === 0) return { belowSeq: (block + 1) * span, skip }
    const children = span / (spans[level - 1] as number)
    first = block * children
    last = first + children - 1
  }
  return null
}

/** The blocks of a level, newest first, and their counts, as JSON. */
interface Columns {
  readonly blocks: string
  readonly counts: string
}
