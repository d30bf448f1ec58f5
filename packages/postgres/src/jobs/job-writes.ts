import {
  afterFailure,
  type HeldIds,
  JOB_DEAD,
  JOB_DELAYED,
  JOB_RUNNING,
  type JobFailure,
  type JobHold,
  type JobIds,
  type JobRecords,
  type RetriedJobs,
  requireLeaseDuration,
  retentionEnd,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { QueryFailure } from '../connection/failure.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { isUuid } from '../schema/asset-id.ts'
import { firstTurnSql, lineOf, readyAnewSql } from './job-lines.ts'
import type { JobRow } from './job-row.ts'

/** In the order in which `enqueue` locks them. */
const ORDER = 'ORDER BY j.tenant_id, j.kind, j.unique_key, j.id FOR UPDATE OF j'

const FROM_HOLDS = `FROM $schema.jobs j
    JOIN unnest($1::uuid[], $2::bigint[]) AS h (id, fence) ON h.id = j.id AND h.fence = j.fence
    WHERE j.id = ANY ($1::uuid[]) AND j.state = ${JOB_RUNNING}`
/**
 * Steps that find jobs by their ids and fences, and lock them. A transaction of the app that has enqueued a key of one
 * holds its row until it ends: it is skipped, so that it does not keep up the others.
 */
const HELD = `known AS MATERIALIZED (SELECT j.id ${FROM_HOLDS}),
    held AS MATERIALIZED (SELECT j.id, j.again ${FROM_HOLDS} ${ORDER} SKIP LOCKED)`
/** Tells of each that is known whether it was locked. */
const TELL_HELD = 'SELECT k.id, k.id = ANY (ARRAY(SELECT id FROM held)) AS is_held FROM known k'
const CLOCK = 'clock AS MATERIALIZED (SELECT $now AS now)'
const ALL_HELD = 'j.id = ANY (ARRAY(SELECT id FROM held))'

/** Runs a statement that has `HELD` and `TELL_HELD`. */
async function onHeld(
  sql: Sql,
  text: string,
  jobs: readonly JobHold[],
  more: readonly unknown[] = [],
): Promise<HeldIds> {
  const holds = jobs.filter(({ id }) => isUuid(id))
  if (holds.length === 0) return { held: [], busy: [] }
  const parameters = [holds.map(({ id }) => id), holds.map(({ fence }) => fence), ...more]
  const rows = await sql<{ id: string; is_held: boolean }>(text, parameters)
  const known = new Map(rows.map(({ id, is_held: isHeld }) => [id, isHeld]))
  const idsOf = (isHeld: boolean) => holds.flatMap(({ id }) => (known.get(id) === isHeld ? id : []))
  return { held: idsOf(true), busy: idsOf(false) }
}

/** `JobRecords.renew` */
export function renewJobs(
  sql: Sql,
  { jobs, lease }: Parameters<JobRecords['renew']>[0],
): Promise<HeldIds> {
  return onHeld(sql, RENEW, jobs, [requireLeaseDuration(lease)])
}

const RENEW = `WITH ${CLOCK}, ${HELD},
    renewed AS (UPDATE $schema.jobs j SET lease_until = clock.now + $3::bigint * 1000 FROM clock WHERE ${ALL_HELD})
  ${TELL_HELD}`

/** `JobRecords.complete` */
export function completeJobs(
  sql: Sql,
  { jobs }: Parameters<JobRecords['complete']>[0],
): Promise<HeldIds> {
  return onHeld(sql, COMPLETE, jobs)
}

const COMPLETE = `WITH ${CLOCK}, ${HELD},
    done AS (DELETE FROM $schema.jobs j WHERE j.id = ANY (ARRAY(SELECT id FROM held WHERE NOT again))),
    anew AS (UPDATE $schema.jobs j SET ${readyAnewSql('clock.now', 'NULL')}
      FROM clock WHERE j.id = ANY (ARRAY(SELECT id FROM held WHERE again)))
  ${TELL_HELD}`

/** `JobRecords.release` */
export async function releaseJobs(
  sql: Sql,
  { jobs }: Parameters<JobRecords['release']>[0],
): Promise<readonly string[]> {
  return (await onHeld(sql, RELEASE, jobs)).held
}

const RELEASE = `WITH ${HELD},
    given_back AS (UPDATE $schema.jobs j SET state = 0, turn = ${firstTurnSql(lineOf('j'))},
      attempt = j.attempt - 1, lease_until = NULL, again = false WHERE ${ALL_HELD})
  ${TELL_HELD}`

/** `JobRecords.fail` */
export async function failJob(
  sql: Sql,
  { id, fence, error, retryIn }: Parameters<JobRecords['fail']>[0],
): Promise<JobFailure | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<Pick<JobRow, 'attempt' | 'max_attempts' | 'again'>>(LOCK_HELD, [
    id,
    fence,
  ])
  if (row === undefined) return null
  const { attempt, max_attempts: maxAttempts, again: isAgain } = row
  const next = afterFailure({ attempt, maxAttempts, isAgain }, retryIn === null)
  if (next === 'waiting') await sql(LET_RETRY, [id, error, retryIn])
  else await sql(next === 'dead' ? DIE : BEGIN_ANEW, [id, error])
  return next === 'dead' ? 'dead' : 'waiting'
}

/** `JobRecords.proceed` */
export async function proceedJob(
  sql: Sql,
  { id, fence, payload, delay, error }: Parameters<JobRecords['proceed']>[0],
): Promise<JobFailure | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<Pick<JobRow, 'again'>>(LOCK_HELD, [id, fence])
  if (row === undefined) return null
  await sql('UPDATE $schema.jobs SET payload = $2::json WHERE id = $1', [
    id,
    JSON.stringify(payload),
  ])
  if (delay === null && !row.again) {
    await sql(DIE, [id, error ?? ''])
    return 'dead'
  }
  if (delay === null || delay <= 0) await sql(BEGIN_ANEW, [id, error])
  else await sql(LET_PROCEED, [id, error, delay])
  return 'waiting'
}

const LET_PROCEED = `UPDATE $schema.jobs SET state = ${JOB_DELAYED}, attempt = 0,
  run_at = clock.now + $3::bigint * 1000, lease_until = NULL, again = false, error = $2
  FROM (SELECT $now AS now) AS clock WHERE id = $1`

const LOCK_HELD = `SELECT attempt, max_attempts, again FROM $schema.jobs
  WHERE id = $1 AND fence = $2 AND state = ${JOB_RUNNING} FOR UPDATE`
const LET_RETRY = `UPDATE $schema.jobs SET state = ${JOB_DELAYED}, run_at = clock.now + $3::bigint * 1000,
  lease_until = NULL, again = false, error = $2 FROM (SELECT $now AS now) AS clock WHERE id = $1`
const DIE = `UPDATE $schema.jobs SET state = ${JOB_DEAD}, lease_until = NULL, again = false, error = $2, died_at = $now
  WHERE id = $1`
const BEGIN_ANEW = `UPDATE $schema.jobs j SET ${readyAnewSql('clock.now', '$2')}
  FROM (SELECT $now AS now) AS clock WHERE j.id = $1`

interface ChosenRow {
  readonly id: string
  readonly key: string
  readonly is_blocked: boolean
}

/** `JobRecords.retry` */
export async function retryJobs(sql: Sql, request: JobIds): Promise<RetriedJobs> {
  const ids = request.ids.filter(isUuid)
  const [tenantId] = await tenantIds(sql, request)
  if (ids.length === 0 || tenantId === undefined) return { retried: [], blocked: [] }
  await sql('SAVEPOINT retry')
  for (;;) {
    const rows = await sql<ChosenRow>(LOCK_DEAD, [ids, tenantId])
    const known = new Map(rows.map((row) => [row.id, row]))
    const keys = new Set<string>()
    const dead = ids.flatMap((id) => known.get(id) ?? [])
    const retried = dead.filter(({ key, is_blocked: isBlocked }) => {
      const isFirst = !keys.has(key)
      keys.add(key)
      return isFirst && !isBlocked
    })
    const blocked = dead.filter((row) => !retried.includes(row))
    try {
      await sql(RETRY, [retried.map(({ id }) => id)])
      return { retried: retried.map(({ id }) => id), blocked: blocked.map(({ id }) => id) }
    } catch (error) {
      // Another job of a key was enqueued meanwhile; it is seen now.
      if (!(error instanceof QueryFailure && error.kind === 'taken')) throw error
      await sql('ROLLBACK TO SAVEPOINT retry')
    }
  }
}

// A job without a key stands for itself.
const LOCK_DEAD = `SELECT j.id, CASE WHEN j.unique_key IS NULL THEN j.id::text
      ELSE json_build_array(j.tenant_id, j.kind, j.unique_key)::text END AS key,
    EXISTS (SELECT FROM $schema.jobs o WHERE o.tenant_id = j.tenant_id AND o.kind = j.kind
      AND o.unique_key = j.unique_key AND o.unique_key IS NOT NULL AND o.state <> ${JOB_DEAD}) AS is_blocked
  FROM $schema.jobs j WHERE j.id = ANY ($1::uuid[]) AND j.state = ${JOB_DEAD}
    AND ($2::int IS NULL OR j.tenant_id = $2) ${ORDER}`
const RETRY = `UPDATE $schema.jobs j SET ${readyAnewSql('clock.now', 'NULL')}
  FROM (SELECT $now AS now) AS clock WHERE j.id = ANY ($1::uuid[])`

/** The number of the tenant of a request, `null` for any tenant; none when it is unknown. */
export async function tenantIds(
  sql: Sql,
  { tenant }: Pick<JobIds, 'tenant'>,
): Promise<readonly (number | null)[]> {
  if (tenant == null) return [tenant === null ? 0 : null]
  const rows = await sql<{ id: number }>('SELECT id FROM $schema.tenants WHERE name = $1', [tenant])
  return rows.map(({ id }) => id)
}

/** `JobRecords.discard` */
export async function discardJobs(sql: Sql, request: JobIds): Promise<readonly string[]> {
  const ids = request.ids.filter(isUuid)
  const [tenantId] = await tenantIds(sql, request)
  if (ids.length === 0 || tenantId === undefined) return []
  const gone = await sql<{ id: string }>(DISCARD, [ids, tenantId])
  const found = new Set(gone.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

const DISCARD = `DELETE FROM $schema.jobs WHERE id = ANY ($1::uuid[]) AND ($2::int IS NULL OR tenant_id = $2)
  RETURNING id`

/** `JobRecords.prune`. Skips rows that another transaction is writing. */
export async function pruneJobs(
  sql: Sql,
  { olderThan, limit }: Parameters<JobRecords['prune']>[0],
): Promise<number> {
  const { now, trusted } = await timeAndSweeps(sql)
  const end = retentionEnd(trusted, now, olderThan)
  if (end === null) return 0
  return (await sql(PRUNE, [end, limit])).length
}

const PRUNE = `DELETE FROM $schema.jobs WHERE id = ANY (ARRAY(
  SELECT id FROM $schema.jobs WHERE state = ${JOB_DEAD} AND died_at < $1 ORDER BY died_at LIMIT $2
    FOR UPDATE SKIP LOCKED)) RETURNING 1`
