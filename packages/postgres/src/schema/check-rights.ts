import { StowageError } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

type Rights = Readonly<Record<string, readonly string[]>>

/** Rights that reads need on the tables. */
const READING: Rights = {
  tenants: ['SELECT'],
  assets: ['SELECT'],
  counts: ['SELECT'],
  blobs: ['SELECT'],
  keys: ['SELECT'],
  upload_tickets: ['SELECT'],
  folders: ['SELECT'],
  versions: ['SELECT'],
  attachments: ['SELECT'],
  audit: ['SELECT'],
}

/** Rights that writes need on the tables, including those of a database whose records move away. */
const WRITING: Rights = {
  tenants: ['SELECT', 'INSERT', 'UPDATE'],
  assets: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  counts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  blobs: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  idempotency_records: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  tombstones: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  keys: ['SELECT', 'INSERT', 'UPDATE'],
  upload_tickets: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  folders: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  versions: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  attachments: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  audit: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  leases: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  open_stores: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  sweeps: ['SELECT', 'UPDATE'],
  departure: ['SELECT', 'UPDATE'],
  changes_made: ['INSERT'],
}

/**
 * Refuses (`invalid_argument`) a role that lacks a right for writes, or with `readOnly` only for reads, and says
 * what the owner must run. Rights that were once granted by table name do not cover tables that a migration made.
 */
export async function checkRights(
  sql: Sql,
  schema: string,
  { readOnly }: { readonly readOnly: boolean },
): Promise<void> {
  const wanted = Object.entries(readOnly ? READING : WRITING).flatMap(([table, rights]) =>
    rights.map((right) => ({ table, right })),
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
  const rights = readOnly ? 'SELECT' : 'SELECT, INSERT, UPDATE, DELETE'
  const grant = `GRANT ${rights} ON ALL TABLES IN SCHEMA ${schema} TO ${first.role}`
  throw new StowageError(
    'invalid_argument',
    `The role lacks ${lacks.join(', ')}. The owner of the tables must run: ${grant}`,
    { context: { argument: 'pool', lacks, grant } },
  )
}
