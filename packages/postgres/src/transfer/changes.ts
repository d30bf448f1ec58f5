import type { Database, Sql } from '../connection/database.ts'
import { isDenied, QueryFailure } from '../connection/failure.ts'

/** The most and the fewest rows that one statement numbers or deletes. */
const PAGE = 5000
const SMALLEST_PAGE = 10

/** Milliseconds to wait for transactions that read the changes. */
const LOCK_TIMEOUT = 200

/** Runs statements that each process some rows: fewer after one took too long. */
interface PagedWork {
  /** `true` while there may be more to do. */
  next(): Promise<boolean>
}

/** `work` gets the most rows that it may process, and resolves to how many it found. */
function paged(work: (limit: number) => Promise<number>): PagedWork {
  let limit = PAGE
  return {
    async next() {
      for (;;) {
        try {
          return (await work(limit)) === limit
        } catch (error) {
          if (!isSlow(error) || limit === SMALLEST_PAGE) throw error
          limit = Math.max(SMALLEST_PAGE, Math.floor(limit / 4))
        }
      }
    },
  }
}

/** Numbers the changes made so far in the order of their commits, as far as that matters. */
export function createNumbering(database: Database): PagedWork {
  return paged((limit) =>
    database.transaction(async (sql) => {
      await sql(NUMBER_ALONE)
      const [row] = await sql<{ found: number }>(NUMBER_CHANGES, [limit])
      return row?.found ?? 0
    }),
  )
}

/**
 * If two numbered changes at once, a number could be read before lower ones are committed. The plan must not
 * depend on statistics: both tables grow and shrink faster than statistics are made.
 */
const NUMBER_ALONE = `SELECT FROM $schema.schema_version FOR UPDATE;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`

/** A row that changes again moves to the end, so that what was read up to a number is complete up to there. */
const NUMBER_CHANGES = `WITH
  made AS (DELETE FROM $schema.changes_made WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM $schema.changes_made ORDER BY number LIMIT $1))
    RETURNING number, kind, tenant_id, key),
  fresh AS MATERIALIZED (SELECT kind, tenant_id, key, max(number) AS number
    FROM made GROUP BY kind, tenant_id, key),
  earlier AS (DELETE FROM $schema.changes c USING fresh f
    WHERE (c.kind, c.tenant_id, c.key) = (f.kind, f.tenant_id, f.key)),
  numbered AS (INSERT INTO $schema.changes (kind, tenant_id, key)
    SELECT kind, tenant_id, key FROM fresh ORDER BY number)
  SELECT count(*)::int AS found FROM made`

/**
 * Deletes recorded changes after the recording has ended, without blocking others. A role without the right
 * deletes nothing and leaves that to the owner of the tables.
 */
export async function clearChanges(database: Database): Promise<void> {
  try {
    if (await ownsTables(database.read)) {
      return await database.transaction(async (sql) => {
        await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
        await forgetChanges(sql)
      })
    }
  } catch (error) {
    if (!isSlow(error)) throw error
  }
  for (const table of ['changes_made', 'changes']) {
    const work = paged(async (limit) => {
      const [row] = await database.transaction((sql) =>
        sql<{ found: number }>(deletion(table), [limit]),
      )
      return row?.found ?? 0
    })
    try {
      while (await work.next());
    } catch (error) {
      if (!isDenied(error)) throw error
    }
  }
}

/** Takes as long for many changes as for few. For the owner of the tables. */
export async function forgetChanges(sql: Sql): Promise<void> {
  await sql('TRUNCATE $schema.changes_made, $schema.changes')
}

/** Whether the role may do what only the owner of the tables may. */
export async function ownsTables(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ owner: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owner FROM pg_class
      WHERE oid = (SELECT tableoid FROM $schema.schema_version)`,
  )
  return row?.owner ?? false
}

function deletion(table: string): string {
  return `WITH gone AS (DELETE FROM $schema.${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM $schema.${table} LIMIT $1)) RETURNING 1)
    SELECT count(*)::int AS found FROM gone`
}

function isSlow(error: unknown): boolean {
  return error instanceof QueryFailure && error.kind === 'slow'
}

/** `TransferSource.recordedBytes`. Needs no right to read the changes. */
export async function recordedBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }>(
    `SELECT coalesce(sum(pg_table_size(c.oid)), 0)::bigint AS bytes
      FROM pg_class d JOIN pg_class c ON c.relnamespace = d.relnamespace
        AND c.relname IN ('changes', 'changes_made')
      WHERE d.oid = (SELECT tableoid FROM $schema.departure WHERE NOT moved AND NOT stopped)`,
  )
  return row?.bytes ?? 0
}
