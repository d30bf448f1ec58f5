import {
  DUE_LINES,
  JOB_DEAD,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  type Job,
  MAX_DUE,
  MAX_DUE_OF_LINE,
  MAX_ENDED,
  MAX_LEASE,
  PROCESS_ENDED,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { type JobRow, jobOfRow } from './job-row.ts'

// A ready job has a turn. Jobs of one kind and priority are claimed by their turns, so tenants take turns: each job of a
// tenant gets a turn after its last one, but never one before the turns that are next. No statement walks over a line.

interface Line {
  readonly tenantId: string
  readonly kind: string
  readonly priority: string
}

/** The turn of a job that goes before all others of its kind and priority, from expressions of these. */
export function firstTurnSql({ kind, priority }: Line): string {
  return `coalesce((SELECT first.turn FROM $schema.jobs first
    WHERE first.state = ${JOB_READY} AND first.kind = ${kind} AND first.priority = ${priority}
    ORDER BY first.turn LIMIT 1), 0)`
}

/** The turn of a job that goes to the end of the line of its tenant. */
export function nextTurnSql(line: Line): string {
  return `greatest(${firstTurnSql(line)}, coalesce((SELECT last.turn + 1 FROM $schema.jobs last
    WHERE last.state = ${JOB_READY} AND last.tenant_id = ${line.tenantId} AND last.kind = ${line.kind}
      AND last.priority = ${line.priority} ORDER BY last.turn DESC LIMIT 1), 0))`
}

/** The line of a row by this name. */
export function lineOf(row: string): Line {
  return { tenantId: `${row}.tenant_id`, kind: `${row}.kind`, priority: `${row}.priority` }
}

/** Makes the row `j` of `jobs` wait as if it were new; `now` and `error` are expressions. */
export function readyAnewSql(now: string, error: string): string {
  return `state = ${JOB_READY}, turn = ${nextTurnSql(lineOf('j'))}, attempt = 0, run_at = ${now}, lease_until = NULL,
    again = false, error = ${error}, died_at = NULL`
}

/** The jobs of a kind whose lease has ended by one of these conditions. */
function endedSql(condition: string): string {
  return `SELECT e.id FROM clock, unnest($1::text[]) AS k (kind), LATERAL (
    SELECT id FROM $schema.jobs WHERE state = ${JOB_RUNNING} AND kind = k.kind AND ${condition}
      ORDER BY lease_until LIMIT ${MAX_ENDED} FOR UPDATE SKIP LOCKED) e`
}

/** See `afterProcessEnd`. */
const HAS_ATTEMPT = 'j.again OR j.attempt < j.max_attempts'

// The end of a lease that is too late was written by a wrong clock.
const READY_ENDED = `WITH clock AS MATERIALIZED (SELECT $now AS now),
    ended AS MATERIALIZED (${endedSql('lease_until <= clock.now')}),
    too_late AS MATERIALIZED (${endedSql(`lease_until > clock.now + ${MAX_LEASE * 1000}`)}),
  done AS (UPDATE $schema.jobs j SET lease_until = NULL, again = false, error = $2,
      state = CASE WHEN ${HAS_ATTEMPT} THEN ${JOB_READY} ELSE ${JOB_DEAD} END,
      died_at = CASE WHEN NOT (${HAS_ATTEMPT}) THEN clock.now END,
      turn = CASE WHEN ${HAS_ATTEMPT} THEN ${firstTurnSql(lineOf('j'))} END
    FROM clock WHERE j.id = ANY (ARRAY(SELECT id FROM ended UNION ALL SELECT id FROM too_late)) RETURNING j.*)
  SELECT t.name AS tenant, d.* FROM done d LEFT JOIN $schema.tenants t ON t.id = d.tenant_id
    WHERE d.state = ${JOB_DEAD} ORDER BY d.id`

/**
 * Steps that make the jobs of the step `due` ready; each line's get turns after each other. They are locked, so their
 * ids are enough: with their state as a condition, too, a plan might walk over all that wait.
 */
const READIED = `numbered AS MATERIALIZED (SELECT id, tenant_id, kind, priority, row_number() OVER (
        PARTITION BY tenant_id, kind, priority ORDER BY run_at, id) - 1 AS place FROM due),
    placed AS MATERIALIZED (SELECT id, place + max(CASE WHEN place = 0 THEN ${nextTurnSql(lineOf('n'))} END) OVER (
        PARTITION BY tenant_id, kind, priority) AS turn FROM numbered n),
    readied AS (UPDATE $schema.jobs j SET state = ${JOB_READY}, turn = placed.turn
      FROM placed WHERE j.id = placed.id AND j.id = ANY (ARRAY(SELECT id FROM due)) RETURNING j.kind)`
const COLUMNS = 'id, tenant_id, kind, priority, run_at'

/** Tells of which kinds there may be more. */
const READY_DUE = `WITH clock AS MATERIALIZED (SELECT $now AS now),
    due AS MATERIALIZED (SELECT d.* FROM clock, unnest($1::text[]) AS k (kind), LATERAL (
      SELECT ${COLUMNS} FROM $schema.jobs WHERE state = ${JOB_DELAYED} AND kind = k.kind AND run_at <= clock.now
        ORDER BY run_at LIMIT ${MAX_DUE} FOR UPDATE SKIP LOCKED) d),
    ${READIED}
  SELECT kind FROM readied GROUP BY kind HAVING count(*) >= ${MAX_DUE}`

const ALL_DELAYED = `FROM $schema.jobs WHERE state = ${JOB_DELAYED} AND kind = k.kind`
const BELOW_ALL = -1000

/**
 * From a tenant that the time chooses on, and then from the first one. What is compared together is found by the index
 * of all of it.
 */
const READY_LINES = `WITH RECURSIVE clock AS MATERIALIZED (SELECT $now AS now),
    ends AS MATERIALIZED (SELECT k.kind, first.tenant_id AS first, last.tenant_id AS last
      FROM unnest($1::text[]) AS k (kind),
        LATERAL (SELECT tenant_id ${ALL_DELAYED} ORDER BY tenant_id, priority, run_at LIMIT 1) first,
        LATERAL (SELECT tenant_id ${ALL_DELAYED} ORDER BY tenant_id DESC, priority DESC, run_at DESC LIMIT 1) last),
    starts AS MATERIALIZED (SELECT kind, first, last, (first + clock.now % (last - first + 1))::int AS start FROM ends, clock),
    walk (kind, until, tenant_id, priority, step) AS (
      SELECT s.kind, w.until, w.tenant_id, ${BELOW_ALL}::smallint, 0 FROM starts s,
        LATERAL (VALUES (s.last, s.start), (s.start - 1, s.first)) AS w (until, tenant_id)
      UNION ALL
      SELECT w.kind, w.until, n.tenant_id, n.priority, w.step + 1 FROM walk w, LATERAL (
          SELECT tenant_id, priority FROM $schema.jobs WHERE state = ${JOB_DELAYED} AND kind = w.kind
            AND (tenant_id, priority) > (w.tenant_id, w.priority) AND tenant_id <= w.until
            ORDER BY tenant_id, priority LIMIT 1) n
        WHERE w.step < ${DUE_LINES}),
    lines AS MATERIALIZED (SELECT kind, tenant_id, priority FROM walk WHERE step > 0 LIMIT ${DUE_LINES}),
    due AS MATERIALIZED (SELECT d.* FROM clock, lines l, LATERAL (
      SELECT ${COLUMNS} FROM $schema.jobs WHERE state = ${JOB_DELAYED} AND kind = l.kind
        AND (tenant_id, priority, run_at) >= (l.tenant_id, l.priority, 0)
        AND (tenant_id, priority, run_at) <= (l.tenant_id, l.priority, clock.now)
        ORDER BY tenant_id, priority, run_at LIMIT ${MAX_DUE_OF_LINE} FOR UPDATE SKIP LOCKED) d),
    ${READIED}
  SELECT count(*) FROM readied`

/**
 * Makes jobs of these kinds ready whose time has come, and those whose lease has ended. Resolves to those of them that
 * are dead now.
 */
export async function readyDue(sql: Sql, kinds: readonly string[]): Promise<readonly Job[]> {
  const dead = await sql<JobRow>(READY_ENDED, [kinds, PROCESS_ENDED])
  const full = await sql<{ kind: string }>(READY_DUE, [kinds])
  for (const { kind } of full) await sql(READY_LINES, [[kind]])
  return dead.map(jobOfRow)
}
