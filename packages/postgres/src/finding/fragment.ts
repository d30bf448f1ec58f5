import type { Sql } from '../connection/database.ts'

/** A part of a statement. `?` stands for each of the values, in their order. */
export interface Fragment {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Makes a fragment. */
export function fragment(sql: string, ...values: readonly unknown[]): Fragment {
  return { sql, values }
}

/** Joins fragments with AND; there is at least one. */
export function allOf(fragments: readonly Fragment[]): Fragment {
  return {
    sql: fragments.map(({ sql }) => sql).join(' AND '),
    values: fragments.flatMap(({ values }) => values),
  }
}

/** Runs a statement. */
export function run<Row>(sql: Sql, { sql: text, values }: Fragment): Promise<readonly Row[]> {
  let number = 0
  const numbered = text.replaceAll('?', () => {
    number += 1
    return `$${number}`
  })
  return sql<Row>(numbered, values)
}
