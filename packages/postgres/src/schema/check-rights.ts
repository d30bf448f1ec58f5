import { StowageError } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

/** What writes do to the tables, those of a database that is being left included. */
const RIGHTS = {
  tenants: ['SELECT', 'INSERT', 'UPDATE'],
  assets: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  counts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  blobs: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  upload_marks: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  tombstones: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  keys: ['SELECT', 'INSERT', 'UPDATE'],
  leases: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  sweeps: ['SELECT', 'UPDATE'],
  departure: ['SELECT', 'UPDATE'],
  changes_made: ['INSERT'],
} as const

const WANTED = Object.entries(RIGHTS).flatMap(([table, rights]) =>
  rights.map((right) => `('${table}', '${right}')`),
)

/**
 * Refuses (`invalid_argument`) a role that lacks a right that writes need, and says what its owner is to run:
 * tables that a migration made are not among those that were once granted by name.
 */
export async function checkRights(sql: Sql, schema: string): Promise<void> {
  const lacking = await sql<{ lacks: string; role: string }>(
    `SELECT w.wanted || ' on ' || w.name AS lacks, quote_ident(current_user) AS role
      FROM (VALUES ${WANTED.join(', ')}) AS w (name, wanted)
      JOIN pg_class c ON c.relname = w.name AND c.relnamespace = to_regnamespace($1)
      WHERE NOT has_table_privilege(c.oid, w.wanted)`,
    [schema],
  )
  const [first] = lacking
  if (first === undefined) return
  const lacks = lacking.map((each) => each.lacks)
  const grant = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${first.role}`
  throw new StowageError(
    'invalid_argument',
    `The role lacks ${lacks.join(', ')}. The owner of the tables must run: ${grant}`,
    { context: { argument: 'pool', lacks, grant } },
  )
}
