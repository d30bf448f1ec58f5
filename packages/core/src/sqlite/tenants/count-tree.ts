import { creatorPart } from '../../model/asset-scope.ts'
import type { Sql } from '../engine/client.ts'

/** How many insertion numbers a block covers, by level. */
const SPANS_OF_TENANT = [2 ** 8, 2 ** 16, 2 ** 24]
/**
 * One level: each more is a write for nearly each upload, as most creators upload one at a time. Smaller blocks would
 * be a row for nearly each asset. Larger ones would have more keys to skip where one creator has all assets.
 */
const SPANS_OF_CREATOR = [2 ** 14]

/** Which of a tenant's lists: the active assets or the trash. */
export const LIVE = 0
export const TRASH = 1
export type ListNumber = typeof LIVE | typeof TRASH

/** Names the part that has all assets of a tenant. */
export const WHOLE = ''

/** An asset with this insertion number came into (+1) or left (−1) a list. */
export interface CountChange {
  readonly tenantId: number
  readonly createdBy: string | null
  readonly list: ListNumber
  readonly seq: number
  readonly by: 1 | -1
}

/** A list of a tenant, or what a part of the tenant has in it; see `creatorPart`. */
export interface CountedList {
  readonly tenantId: number
  readonly part: string
  readonly list: ListNumber
}

/** By how much a block changes. */
interface BlockChange extends CountedList {
  readonly level: number
  readonly block: number
  by: number
}

/** Writes the changes of a transaction into the trees: one write per block, however many fall into it. */
export function applyCountChanges(sql: Sql, changes: readonly CountChange[]): void {
  const blocks = new Map<string, BlockChange>()
  for (const change of changes) {
    addChange(blocks, change, WHOLE, SPANS_OF_TENANT)
    addChange(blocks, change, creatorPart(change.createdBy), SPANS_OF_CREATOR)
  }
  for (const { tenantId, part, list, level, block, by } of blocks.values()) {
    const key = [tenantId, part, list, level, block] as const
    if (by > 0) {
      sql(`INSERT INTO counts (tenant_id, part, list, level, block, n) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET n = n + excluded.n`).run(...key, by)
    }
    if (by < 0) {
      const same = 'tenant_id = ? AND part = ? AND list = ? AND level = ? AND block = ?'
      sql(`UPDATE counts SET n = n + ? WHERE ${same}`).run(by, ...key)
      sql(`DELETE FROM counts WHERE ${same} AND n = 0`).run(...key)
    }
  }
}

function addChange(
  blocks: Map<string, BlockChange>,
  { tenantId, list, seq, by }: CountChange,
  part: string,
  spans: readonly number[],
): void {
  for (const [level, span] of spans.entries()) {
    const block = Math.floor(seq / span)
    const key = `${tenantId} ${list} ${level} ${block} ${part}`
    const known = blocks.get(key)
    if (known === undefined) blocks.set(key, { tenantId, part, list, level, block, by })
    else known.by += by
  }
}

function spansOf(part: string): readonly number[] {
  return part === WHOLE ? SPANS_OF_TENANT : SPANS_OF_CREATOR
}

/** How many assets the list has. */
export function countOf(sql: Sql, { tenantId, part, list }: CountedList): number {
  const row = sql<{ total: number }>(
    `SELECT coalesce(sum(n), 0) AS total FROM counts
      WHERE tenant_id = ? AND part = ? AND list = ? AND level = ?`,
  ).get(tenantId, part, list, spansOf(part).length - 1)
  return row?.total ?? 0
}

/**
 * Finds the asset that `offset` newer ones precede: it has a `seq` below `belowSeq`, and `skip` newer ones of the
 * list are below it too: fewer than a block of level 0 covers. `null` past the end. Reads the blocks of a level as
 * one row: a row for each would cost three times as much.
 */
export function locate(
  sql: Sql,
  { tenantId, part, list }: CountedList,
  offset: number,
): { readonly belowSeq: number; readonly skip: number } | null {
  const spans = spansOf(part)
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
