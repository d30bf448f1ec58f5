import { StowageError } from '@stowage/core'
import type { Sql } from '../connection/database.ts'
import { ALL_TABLES } from './schema.ts'
import { ALL_RIGHTS } from './table.ts'

/**
 * Refuses (`invalid_argument`) a role that lacks a right for writes, or with `readOnly` only for reads, and says
 * what the owner must run. Rights that were once granted by table name do not cover tables that a migration made.
 */
export async function checkRights(
  sql: Sql,
  schema: string,
  { readOnly }: { readonly readOnly: boolean },
): Promise<void> {
  const wanted = ALL_TABLES.flatMap(({ name, isRead, rights = ALL_RIGHTS }) =>
    (readOnly ? (isRead ? ['SELECT'] : []) : rights).map((right) => ({ table: name, right })),
  )
  const values = wanted.map(({ table, right }, index) => `(${index}, '${table}', '${right}')`)
  const lacking = await sql<{ lacks: string; role: string }>(
    `SELECT w.wanted || ' on ' || w.name AS lacks, quote_ident(current_user) AS role
      FROM (VALUES ${values.join(', ')}) AS w (position, name, wanted)
      JOIN pg_class c ON c.relname = w.name AND c.relnamespace = to_regnamespace($1)
      WHERE NOT has_table_privilege(c.oid, w.wanted) ORDER BY w.position`,
    [schema],
  )
  const [first] = lacking
  if (first === undefined) return
  const lacks = lacking.map((each) => each.lacks)
  const rights = readOnly ? 'SELECT' : ALL_RIGHTS.join(', ')
  const grant = `GRANT ${rights} ON ALL TABLES IN SCHEMA ${schema} TO ${first.role}`
  throw new StowageError(
    'invalid_argument',
    `The role lacks ${lacks.join(', ')}. The owner of the tables must run: ${grant}`,
    { context: { argument: 'pool', lacks, grant } },
  )
}
