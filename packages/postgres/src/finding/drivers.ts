import type { Sql } from '../connection/database.ts'
import type { Condition } from './conditions.ts'
import { type Fragment, run } from './fragment.ts'
import { type SearchFilter, type SeqRange, whereOf } from './search-filter.ts'

/** Matches that the index of terms reads while another index reads one row. */
const MATCHES_PER_ROW = 3

/**
 * The conditions for a statement that finds all rows with any plan. PostgreSQL underestimates the index of terms and
 * reads hundreds of thousands of matches where another index has a few rows. In that case the terms are checked row by
 * row.
 */
export async function gatheringConditions(
  sql: Sql,
  wanted: SearchFilter,
  range: SeqRange | null,
): Promise<readonly Condition[]> {
  const { conditions } = wanted
  const terms = conditions.filter(({ isOfTerms }) => isOfTerms)
  if (terms.length === 0) return conditions
  const columns = conditions.filter(({ isOfTerms }) => !isOfTerms)
  if (columns.length === 0 && range === null) return conditions
  const rows = await estimated(sql, whereOf(wanted, columns, range))
  const matches = await estimated(sql, whereOf(wanted, terms))
  return rows * MATCHES_PER_ROW < matches ? rowByRow(conditions) : conditions
}

/** The same conditions, for statements that read few rows by another index. */
export function rowByRow(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.map((condition) =>
    condition.isOfTerms ? { ...condition, sql: `(${condition.sql}) IS TRUE` } : condition,
  )
}

/** The number of rows that PostgreSQL expects. */
async function estimated(sql: Sql, where: Fragment): Promise<number> {
  const [explained] = await run<{
    readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[]
  }>(sql, {
    sql: `EXPLAIN (FORMAT JSON) SELECT FROM $schema.assets a WHERE ${where.sql}`,
    values: where.values,
  })
  return explained?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
