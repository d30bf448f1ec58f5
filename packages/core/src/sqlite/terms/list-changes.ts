import { LIVE, type ListNumber, TRASH } from '../../usage/count-changes.ts'
import type { Sql } from '../driver/client.ts'
import { keptTermsId, termsRowid } from './terms-table.ts'

/** The number of insertion numbers that a block covers. */
export const BLOCK_SPAN: number = 2 ** 16

/** An asset that entered a list, left it, or changed in it. */
export interface ListChange {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
  /**
   * The terms by which it is found from now on; `null`: none, it is deleted. `entered`, `left`: it came from the other
   * list or went to it, and keeps its terms. Absent: as before.
   */
  readonly terms?: readonly string[] | 'entered' | 'left' | null
}

/**
 * Writes the terms of changed assets and counts the change of their blocks. Called once for all writes of a commit and
 * writes in the order of the row ids: FTS5 begins a new segment for each row id that is not above the previous one.
 */
export function applyListChanges(sql: Sql, changes: readonly ListChange[]): void {
  keepTerms(sql, changes)
  const blocks = new Map<string, readonly [number, ListNumber, number]>()
  for (const change of inOrder(changes)) {
    const { tenantId, list, seq, terms } = change
    const block = Math.floor(seq / BLOCK_SPAN)
    blocks.set(`${tenantId} ${list} ${block}`, [tenantId, list, block])
    if (terms === undefined) continue
    const { insert, remove } = TEXTS[list]
    const text = terms === 'entered' ? keptTerms(sql, change) : textOf(terms)
    if (text === undefined) sql(remove).run({ tenantId, seq })
    else sql(insert).run({ tenantId, seq, terms: text })
  }
  for (const key of blocks.values()) {
    sql(`INSERT INTO list_changes (tenant_id, list, block, n) VALUES (?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET n = n + 1`).run(...key)
  }
}

/** Keeps the terms that each asset has at the end of the commit, whatever its list. */
function keepTerms(sql: Sql, changes: readonly ListChange[]): void {
  for (const { tenantId, seq, terms } of changes) {
    if (terms === null) sql(FORGET_TERMS).run({ tenantId, seq })
    const text = textOf(terms)
    if (text !== undefined) sql(KEEP_TERMS).run({ tenantId, seq, terms: text })
  }
}

function textOf(terms: ListChange['terms']): string | undefined {
  return Array.isArray(terms) ? terms.join(' ') : undefined
}

/**
 * `undefined` for an asset that the same commit has deleted since. Two statements read and write the terms: an `INSERT
 * … SELECT` makes SQLite set a savepoint, at which FTS5 writes its gathered changes as a separate segment.
 */
function keptTerms(sql: Sql, { tenantId, seq }: ListChange): string | undefined {
  return sql<{ terms: string }>(KEPT_TERMS).get({ tenantId, seq })?.terms
}

const ID = keptTermsId(':tenantId', ':seq')
const KEEP_TERMS = `INSERT OR REPLACE INTO kept_terms (id, terms) VALUES (${ID}, :terms)`
const KEPT_TERMS = `SELECT terms FROM kept_terms WHERE id = ${ID}`
const FORGET_TERMS = `DELETE FROM kept_terms WHERE id = ${ID}`

/** Sorts by row id. Several changes of one asset in one list keep their order. */
function inOrder(changes: readonly ListChange[]): readonly ListChange[] {
  if (changes.length < 2) return changes
  return [...changes].sort((a, b) => a.tenantId - b.tenantId || a.list - b.list || a.seq - b.seq)
}

/** `INSERT OR REPLACE` also replaces the asset's earlier terms. */
const TEXTS = { [LIVE]: textsOf(LIVE), [TRASH]: textsOf(TRASH) }

function textsOf(list: ListNumber) {
  const rowid = termsRowid(list, ':tenantId', ':seq')
  return {
    insert: `INSERT OR REPLACE INTO terms (rowid, terms_of) VALUES (${rowid}, :terms)`,
    remove: `DELETE FROM terms WHERE rowid = ${rowid}`,
  }
}

/** The number of changes of each block of a list. */
export function changesOfList(
  sql: Sql,
  tenantId: number,
  list: ListNumber,
): ReadonlyMap<number, number> {
  const rows = sql<{ block: number; n: number }>(
    'SELECT block, n FROM list_changes WHERE tenant_id = ? AND list = ?',
  ).all(tenantId, list)
  return new Map(rows.map(({ block, n }) => [block, n]))
}
