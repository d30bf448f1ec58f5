import { LIVE, type ListNumber, TRASH } from '../../model/assets/count-changes.ts'
import type { Sql } from '../driver/client.ts'
import { keptTermsId, termsRowid } from './terms-table.ts'

/** How many insertion numbers a block covers. */
export const BLOCK_SPAN: number = 2 ** 16

/** An asset that came into a list, left it, or changed in it. */
export interface ListChange {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
  /**
   * What it is found by from now on; `null`: by nothing, as it is deleted. `entered` and `left`: it came out of the other
   * list or went into it, with the terms that it has. Absent: as before.
   */
  readonly terms?: readonly string[] | 'entered' | 'left' | null
}

/**
 * Writes the terms of what changed, and that its blocks changed. Once for all writes of a commit, in the order of the
 * row ids: FTS5 begins a new segment for each that is not above the one before.
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

/** What each asset is found by at the end of the commit, whatever list it is in then. */
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
 * `undefined` for an asset that the same commit has deleted since. They are read and written by two statements: for an
 * `INSERT … SELECT` SQLite makes a savepoint, at which FTS5 writes what it gathers as a segment of its own.
 */
function keptTerms(sql: Sql, { tenantId, seq }: ListChange): string | undefined {
  return sql<{ terms: string }>(KEPT_TERMS).get({ tenantId, seq })?.terms
}

const ID = keptTermsId(':tenantId', ':seq')
const KEEP_TERMS = `INSERT OR REPLACE INTO kept_terms (id, terms) VALUES (${ID}, :terms)`
const KEPT_TERMS = `SELECT terms FROM kept_terms WHERE id = ${ID}`
const FORGET_TERMS = `DELETE FROM kept_terms WHERE id = ${ID}`

/** Several changes of one asset in one list stay in their order. */
function inOrder(changes: readonly ListChange[]): readonly ListChange[] {
  if (changes.length < 2) return changes
  return [...changes].sort((a, b) => a.tenantId - b.tenantId || a.list - b.list || a.seq - b.seq)
}

/** `INSERT OR REPLACE` also replaces what the asset was found by before. */
const TEXTS = { [LIVE]: textsOf(LIVE), [TRASH]: textsOf(TRASH) }

function textsOf(list: ListNumber) {
  const rowid = termsRowid(list, ':tenantId', ':seq')
  return {
    insert: `INSERT OR REPLACE INTO terms (rowid, terms_of) VALUES (${rowid}, :terms)`,
    remove: `DELETE FROM terms WHERE rowid = ${rowid}`,
  }
}

/** How often the blocks of a list have changed, by block. */
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
