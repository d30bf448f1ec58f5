import { LIVE, type ListNumber } from '../../usage/count-changes.ts'
import type { SqliteValue } from '../driver/client.ts'
import { LAST_SEQ, SEQ_OF_ROWID, termsRowid } from '../terms/terms-table.ts'
import type { ColumnCondition } from './conditions.ts'

/** Selects assets of one list of a tenant, as SQL. */
export interface SearchFilter {
  readonly tenantId: number
  readonly list: ListNumber
  readonly conditions: readonly ColumnCondition[]
  /** The query of `terms`; `null`: none. */
  readonly match: string | null
}

/** A range of insertion numbers, both ends included. */
export interface SeqRange {
  readonly first: number
  readonly last: number
}

export const ALL_SEQS: SeqRange = { first: 0, last: LAST_SEQ }

/** `FROM … WHERE …` whose rows, named `a`, are the wanted assets, each once. Further conditions may follow. */
export interface Source {
  readonly sql: string
  readonly values: readonly SqliteValue[]
}

/**
 * Reads the wanted assets along one index. `index` is of `assets` and must cover the list. The matches of `terms` are
 * gathered first and looked up for each row.
 */
export function alongIndex(
  wanted: SearchFilter,
  index: string,
  range: SeqRange = ALL_SEQS,
): Source {
  const { tenantId, match, conditions } = wanted
  const matched = match === null ? null : matchedSeqs(wanted, range)
  const parts = [
    ...conditions,
    ...(matched === null ? [] : [{ sql: `a.seq IN (${matched.sql})`, values: matched.values }]),
  ]
  return {
    sql: `FROM assets a INDEXED BY ${index} WHERE a.tenant_id = ? AND ${stateOf(wanted.list)}
      AND a.seq BETWEEN ? AND ?${parts.map(({ sql }) => ` AND ${sql}`).join('')}`,
    values: [tenantId, range.first, range.last, ...parts.flatMap(({ values }) => values)],
  }
}

/**
 * As `alongIndex`, for an index in another order than that of insertion. The assets that fulfil one of `sets` are
 * gathered first from the index of that condition, so that the rows of other assets need not be read.
 */
export function alongOrder(
  wanted: SearchFilter,
  index: string,
  sets: readonly ColumnCondition[],
): Source {
  const conditions = wanted.conditions.map((condition): ColumnCondition => {
    if (!sets.includes(condition) || condition.index === undefined) return condition
    return {
      sql: `a.seq IN (SELECT a.seq FROM assets a INDEXED BY ${condition.index}
        WHERE a.tenant_id = ? AND ${stateOf(wanted.list)} AND ${condition.sql})`,
      values: [wanted.tenantId, ...condition.values],
    }
  })
  return alongIndex({ ...wanted, conditions }, index)
}

/** Reads the wanted assets from `terms`, each with its row. In the order of insertion, if sorted by `t.rowid`. */
export function byTerms(wanted: SearchFilter, range: SeqRange = ALL_SEQS): Source {
  const { tenantId, list, conditions } = wanted
  return {
    sql: `FROM terms t CROSS JOIN assets a INDEXED BY ${placeIndex(list)}
      ON a.tenant_id = ? AND a.seq = ${SEQ_OF_ROWID} AND ${stateOf(list)}
      WHERE ${rowidsOf(wanted)}${conditions.map(({ sql }) => ` AND ${sql}`).join('')}`,
    values: [
      tenantId,
      ...rowidValues(wanted, range),
      ...conditions.flatMap(({ values }) => values),
    ],
  }
}

/** `FROM … WHERE …` of the matching row ids in `terms`, named `t`, without the rows of `assets`. */
export function byTermsOnly(wanted: SearchFilter, range: SeqRange = ALL_SEQS): Source {
  return { sql: `FROM terms t WHERE ${rowidsOf(wanted)}`, values: rowidValues(wanted, range) }
}

function matchedSeqs(wanted: SearchFilter, range: SeqRange): Source {
  const { sql, values } = byTermsOnly(wanted, range)
  return { sql: `SELECT ${SEQ_OF_ROWID} ${sql}`, values }
}

function rowidsOf({ list }: SearchFilter): string {
  return `t.terms MATCH ? AND t.rowid BETWEEN ${termsRowid(list, '?', '?')} AND ${termsRowid(list, '?', '?')}`
}

function rowidValues({ tenantId, match }: SearchFilter, { first, last }: SeqRange): SqliteValue[] {
  return [match, tenantId, first, tenantId, last]
}

/** The index of a list in the order of insertion. */
export function placeIndex(list: ListNumber): string {
  return list === LIVE ? 'assets_live' : 'assets_trash'
}

function stateOf(list: ListNumber): string {
  return list === LIVE ? 'a.trashed_at IS NULL' : 'a.trashed_at IS NOT NULL'
}
