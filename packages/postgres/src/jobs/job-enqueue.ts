import {
  type DoneWrite,
  type EnqueueRequest,
  fanOutJob,
  JOB_DEAD,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  jobsOfWrite,
  type NewJob,
  newUuid,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { holdLivingTenant } from '../tenants/tenants.ts'
import { lineOf, nextTurnSql } from './job-lines.ts'

/** A job of a tenant by name; `null`: of the whole store. */
interface Given {
  readonly tenant: string | null
  readonly job: NewJob
}

/**
 * Enqueues the jobs of finished writes, in their transaction, and one for each tenant whose endpoints must be told. The
 * tenants are locked.
 */
export async function enqueueOfWrites(
  sql: Sql,
  done: readonly DoneWrite[],
  told: readonly string[],
): Promise<void> {
  const given = done.flatMap((write) => {
    const enqueued = jobsOfWrite(write)
    return enqueued?.jobs.map((job) => ({ tenant: enqueued.tenant, job })) ?? []
  })
  const all = [...given, ...told.map((tenant) => ({ tenant, job: fanOutJob() }))]
  if (all.length > 0) await enqueueAll(sql, all)
}

/** `JobRecords.enqueue` */
export async function enqueueJobs(
  sql: Sql,
  { tenant, jobs }: EnqueueRequest,
): Promise<readonly string[]> {
  if (tenant !== null) await holdLivingTenant(sql, tenant)
  return enqueueAll(
    sql,
    jobs.map((job) => ({ tenant, job })),
  )
}

/** The ids, in the order given; those of jobs of tenants that are being erased stand for nothing. */
export async function enqueueAll(sql: Sql, given: readonly Given[]): Promise<readonly string[]> {
  const rows = new Map<string, ReturnType<typeof rowOf>>()
  // One statement cannot write a row twice: jobs of one key become one.
  const names = given.map((each) => {
    const row = rowOf(each)
    const name = row.unique_key === null ? row.id : nameOf(row)
    const known = rows.get(name)
    rows.set(name, known === undefined ? row : joined(known, row))
    return name
  })
  const all = JSON.stringify([...rows.values()])
  const written = await sql<FoundKey>(ENQUEUE, [all])
  const ids = new Map(written.map((row) => [nameOf(row), row.id]))
  const missing = [...rows.values()].filter(
    (row) => row.unique_key !== null && !ids.has(nameOf(row)),
  )
  if (missing.length > 0) {
    for (const row of await sql<FoundKey>(FIND_KEYS, [JSON.stringify(missing)])) {
      ids.set(nameOf(row), row.id)
    }
  }
  return names.map((name) => ids.get(name) ?? rows.get(name)?.id ?? '')
}

interface FoundKey {
  readonly id: string
  readonly tenant: string | null
  readonly kind: string
  readonly unique_key: string
}

function nameOf({
  tenant,
  kind,
  unique_key: key,
}: Omit<FoundKey, 'id' | 'unique_key'> & { readonly unique_key: string | null }): string {
  return JSON.stringify([tenant, kind, key])
}

function rowOf({ tenant, job }: Given) {
  const { kind, key, payload, priority, delay, maxAttempts } = job
  const rest = { kind, payload, priority, delay, max_attempts: maxAttempts }
  return { id: newUuid(), tenant, unique_key: key, ...rest }
}

function joined(known: ReturnType<typeof rowOf>, row: ReturnType<typeof rowOf>) {
  const delay = Math.min(known.delay, row.delay)
  const priority = Math.max(known.priority, row.priority)
  return Object.assign({}, known, { delay, priority })
}

/** One that waits after a failed attempt keeps its time: see `keepsTime`. */
const EARLIER = `CASE WHEN j.state = ${JOB_DELAYED} AND j.error IS NOT NULL THEN j.run_at
  ELSE least(j.run_at, EXCLUDED.run_at) END`
const HIGHER = 'greatest(j.priority, EXCLUDED.priority)'
const NOW = '(SELECT now FROM clock)'
const LINE_OF_BOTH = { tenantId: 'j.tenant_id', kind: 'j.kind', priority: HIGHER }

/**
 * In the order of the keys, so that two transactions do not wait for each other. A row that stands for the new one as
 * it is, is locked but not written. Jobs of one line get turns after each other.
 */
const ENQUEUE = `WITH clock AS MATERIALIZED (SELECT $now AS now),
    given AS MATERIALIZED (
      SELECT x.*, coalesce(t.id, 0) AS tenant_id, clock.now, row_number() OVER (
          PARTITION BY x.tenant, x.kind, x.priority, x.delay <= 0 ORDER BY x.position) - 1 AS place
        FROM clock, ROWS FROM (json_to_recordset($1) AS (id uuid, tenant text, kind text, unique_key text,
            payload json, priority smallint, delay bigint, max_attempts int))
          WITH ORDINALITY AS x (id, tenant, kind, unique_key, payload, priority, delay, max_attempts, position)
        LEFT JOIN $schema.tenants t ON t.name = x.tenant
        WHERE x.tenant IS NULL OR NOT t.erasing),
    written AS (
      INSERT INTO $schema.jobs AS j (id, tenant_id, kind, unique_key, payload, priority, state, turn, attempt, fence,
          max_attempts, run_at, again, created_at)
        SELECT g.id, g.tenant_id, g.kind, g.unique_key, g.payload, g.priority,
            CASE WHEN g.delay > 0 THEN ${JOB_DELAYED} ELSE ${JOB_READY} END,
            CASE WHEN g.delay <= 0 THEN ${nextTurnSql(lineOf('g'))} + g.place END,
            0, 0, g.max_attempts, g.now + g.delay * 1000, false, g.now
          FROM given g
          ORDER BY g.tenant_id, g.kind COLLATE "C", g.unique_key COLLATE "C", g.place
      ON CONFLICT (tenant_id, kind, unique_key) WHERE unique_key IS NOT NULL AND state <> ${JOB_DEAD}
      DO UPDATE SET again = j.state = ${JOB_RUNNING},
          priority = ${HIGHER},
          run_at = CASE j.state WHEN ${JOB_RUNNING} THEN j.run_at ELSE ${EARLIER} END,
          state = CASE WHEN j.state = ${JOB_DELAYED} AND ${EARLIER} <= ${NOW} THEN ${JOB_READY} ELSE j.state END,
          turn = CASE WHEN j.state = ${JOB_READY} AND j.priority >= EXCLUDED.priority THEN j.turn
            WHEN j.state = ${JOB_READY} OR j.state = ${JOB_DELAYED} AND ${EARLIER} <= ${NOW}
              THEN ${nextTurnSql(LINE_OF_BOTH)} END
        WHERE j.priority < EXCLUDED.priority OR j.state = ${JOB_RUNNING} AND NOT j.again
          OR j.state <> ${JOB_RUNNING} AND ${EARLIER} < j.run_at
      RETURNING j.id, j.tenant_id, j.kind, j.unique_key)
  SELECT w.id, t.name AS tenant, w.kind, w.unique_key FROM written w
    LEFT JOIN $schema.tenants t ON t.id = w.tenant_id WHERE w.unique_key IS NOT NULL`

/** The transaction has locked these rows. */
const FIND_KEYS = `SELECT j.id, x.tenant, x.kind, x.unique_key
  FROM json_to_recordset($1) AS x (tenant text, kind text, unique_key text)
    LEFT JOIN $schema.tenants t ON t.name = x.tenant,
    LATERAL (SELECT id FROM $schema.jobs WHERE tenant_id = coalesce(t.id, 0) AND kind = x.kind
      AND unique_key = x.unique_key AND unique_key IS NOT NULL AND state <> ${JOB_DEAD} LIMIT 1) j`
