import type { Sql } from '../engine/client.ts'

/** Blocks of one level that a block of the next level spans. */
const FAN_OUT = 256
/** Levels 0 … 4 cover insertion numbers below 2^40. */
const TOP_LEVEL = 4

/** Which of a tenant's lists: the active assets or the trash. */
export const LIVE = 0
export const TRASH = 1
export type ListNumber = typeof LIVE | typeof TRASH

/** An asset with this insertion number came into (+1) or left (−1) a list. */
export interface CountChange {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
  readonly by: 1 | -1
}

/** Writes the changes of a transaction into the tree: one write per block, however many fall into it. */
export function applyCountChanges(sql: Sql, changes: readonly CountChange[]): void {
  let sums: readonly BlockChange[] = changes.map((change) => ({ block: change.seq, ...change }))
  for (let level = 0; level <= TOP_LEVEL; level++) {
    sums = sumsPerParent(sums)
    for (const { tenantId, list, block, by } of sums) {
      const key = [tenantId, list, level, block] as const
      if (by > 0) {
        sql(`INSERT INTO counts (tenant_id, list, level, block, n) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET n = n + excluded.n`).run(...key, by)
      }
      if (by < 0) {
        const same = 'tenant_id = ? AND list = ? AND level = ? AND block = ?'
        sql(`UPDATE counts SET n = n + ? WHERE ${same}`).run(by, ...key)
        sql(`DELETE FROM counts WHERE ${same} AND n = 0`).run(...key)
      }
    }
  }
}

/** By how much a block of a list changes. */
interface BlockChange {
  readonly tenantId: number
  readonly list: ListNumber
  readonly block: number
  readonly by: number
}

/** The changes of the blocks one level up. */
function sumsPerParent(changes: readonly BlockChange[]): readonly BlockChange[] {
  const sums = new Map<string, BlockChange>()
  for (const change of changes) {
    const { tenantId, list, by } = change
    const block = Math.floor(change.block / FAN_OUT)
    const key = `${tenantId} ${list} ${block}`
    sums.set(key, { tenantId, list, block, by: by + (sums.get(key)?.by ?? 0) })
  }
  return [...sums.values()]
}

/** How many assets the list has. */
export function countOf(sql: Sql, tenantId: number, list: ListNumber): number {
  const row = sql<{ total: number }>(
    'SELECT coalesce(sum(n), 0) AS total FROM counts WHERE tenant_id = ? AND list = ? AND level = ?',
  ).get(tenantId, list, TOP_LEVEL)
  return row?.total ?? 0
}

/**
 * Finds the asset that `offset` newer ones precede: it has a `seq` below `belowSeq`, and `skip` (at most
 * 255) newer ones of the list are below it too. `null` past the end. Reads at most 256 blocks per level,
 * as one row: a row for each would cost three times as much.
 */
export function locate(
  sql: Sql,
  tenantId: number,
  list: ListNumber,
  offset: number,
): { readonly belowSeq: number; readonly skip: number } | null {
  let skip = offset
  let first = 0
  for (let level = TOP_LEVEL; level >= 0; level--) {
    const last = first + FAN_OUT - 1
    const row = sql<{ counts: string }>(
      `SELECT json_group_object(block, n) AS counts FROM counts
        WHERE tenant_id = ? AND list = ? AND level = ? AND block BETWEEN ? AND ?`,
    ).get(tenantId, list, level, first, last)
    const counts: Partial<Record<number, number>> = JSON.parse(row?.counts ?? '{}')
    let block = last
    for (; block >= first; block--) {
      const count = counts[block] ?? 0
      if (skip < count) break
      skip -= count
    }
    if (block < first) return null
    if (level === 0) return { belowSeq: (block + 1) * FAN_OUT, skip }
    first = block * FAN_OUT
  }
  return null
}
