import {
  type Claimed,
  type ClaimRequest,
  type DueTimes,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  requireLeaseDuration,
  untilDue,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { readyDue } from './job-lines.ts'
import { claimedJobOfRow, type JobRow } from './job-row.ts'

type DueRow = {
  readonly [Name in keyof DueTimes]: DueTimes[Name]
} & { readonly kind: string; readonly now: number }

function first(column: string, state: number, way = ''): string {
  return `(SELECT ${column} FROM $schema.jobs WHERE state = ${state} AND kind = k.kind ORDER BY ${column} ${way} LIMIT 1)`
}

const DUE_TIMES = `SELECT k.kind, clock.now,
    (SELECT true FROM $schema.jobs WHERE state = ${JOB_READY} AND kind = k.kind
      ORDER BY priority DESC, turn, id LIMIT 1) IS NOT NULL AS "isReady",
    ${first('run_at', JOB_DELAYED)} AS "nextAt",
    ${first('lease_until', JOB_RUNNING)} AS "firstEnd", ${first('lease_until', JOB_RUNNING, 'DESC')} AS "lastEnd"
  FROM (SELECT $now AS now) AS clock, unnest($1::text[]) AS k (kind)`

/** What `claim` does about a kind. */
export interface DueKind {
  readonly kind: string
  /** Microseconds until a job of it can be claimed; 0: now. `null`: there is none. */
  readonly until: number | null
  /** Whether jobs must be made ready first. */
  readonly hasWaited: boolean
}

/** When jobs of these kinds can be claimed. */
export async function dueKinds(sql: Sql, kinds: readonly string[]): Promise<readonly DueKind[]> {
  if (kinds.length === 0) return []
  const rows = await sql<DueRow>(DUE_TIMES, [kinds])
  return rows.map((row) => ({
    kind: row.kind,
    until: untilDue(row, row.now),
    hasWaited: untilDue(Object.assign({}, row, { isReady: false }), row.now) === 0,
  }))
}

/** `JobRecords.nextDue` */
export async function nextDue(
  sql: Sql,
  { kinds }: { readonly kinds: readonly string[] },
): Promise<number | null> {
  const times = (await dueKinds(sql, kinds)).flatMap(({ until }) => until ?? [])
  return times.length === 0 ? null : Math.ceil(Math.min(...times) / 1000)
}

/** `JobRecords.claim` of kinds that have due jobs. */
export async function claimDue(
  sql: Sql,
  { kinds, limit, lease }: ClaimRequest,
  due: readonly DueKind[],
): Promise<Claimed> {
  const waited = due.filter(({ hasWaited }) => hasWaited).map(({ kind }) => kind)
  const dead = waited.length > 0 ? await readyDue(sql, waited) : []
  const wanted = kinds.filter(({ kind }) => due.some((each) => each.kind === kind))
  const rows = await sql<JobRow>(claimText(wanted.length), [
    limit,
    requireLeaseDuration(lease),
    ...wanted.flatMap(({ kind, limit: most }) => [kind, most]),
  ])
  return { jobs: rows.map(claimedJobOfRow), dead }
}

/**
 * A step for each kind: with its limit given by itself, the planner takes the first entries of the index. Higher
 * priorities come first, then kinds take turns.
 */
function claimText(count: number): string {
  const steps = Array.from({ length: count }, (_, index) => {
    const [kind, most] = [`$${3 + 2 * index}`, `$${4 + 2 * index}`]
    return `of_${index} AS MATERIALIZED (SELECT id, kind, priority, turn FROM $schema.jobs
      WHERE state = ${JOB_READY} AND kind = ${kind} ORDER BY priority DESC, turn, id LIMIT ${most} FOR UPDATE SKIP LOCKED)`
  })
  const found = steps.map((_, index) => `SELECT * FROM of_${index}`).join(' UNION ALL ')
  return `WITH clock AS MATERIALIZED (SELECT $now AS now), ${steps.join(',\n    ')},
    placed AS (SELECT id, priority, row_number() OVER (
        PARTITION BY kind ORDER BY priority DESC, turn, id) AS place FROM (${found}) AS found),
    chosen AS MATERIALIZED (SELECT id, priority, place FROM placed ORDER BY priority DESC, place LIMIT $1),
    begun AS (UPDATE $schema.jobs j SET state = ${JOB_RUNNING}, turn = NULL, attempt = j.attempt + 1, fence = j.fence + 1,
        lease_until = clock.now + $2::bigint * 1000
      FROM clock WHERE j.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING j.*)
  SELECT t.name AS tenant, b.* FROM begun b JOIN chosen c ON c.id = b.id
    LEFT JOIN $schema.tenants t ON t.id = b.tenant_id ORDER BY c.priority DESC, c.place`
}
