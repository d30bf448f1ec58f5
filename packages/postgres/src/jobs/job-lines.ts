import {
  JOB_DEAD,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  MAX_LEASE,
  MAX_READIED,
  PROCESS_ENDED,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

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
      ORDER BY lease_until LIMIT ${MAX_READIED} FOR UPDATE SKIP LOCKED) e`
}

// The end of a lease that is too late was written by a wrong clock.
const READY_ENDED = `WITH clock AS MATERIALIZED (SELECT $now AS now),
    ended AS MATERIALIZED (${endedSql('lease_until <= clock.now')}),
    too_late AS MATERIALIZED (${endedSql(`lease_until > clock.now + ${MAX_LEASE * 1000}`)})
  UPDATE $schema.jobs j SET lease_until = NULL, again = false, error = $2,
    state = CASE WHEN j.attempt >= j.max_attempts AND NOT j.again THEN ${JOB_DEAD} ELSE ${JOB_READY} END,
    died_at = CASE WHEN j.attempt >= j.max_attempts AND NOT j.again THEN clock.now END,
    turn = CASE WHEN j.attempt < j.max_attempts THEN ${firstTurnSql(lineOf('j'))}
      WHEN j.again THEN ${nextTurnSql(lineOf('j'))} END,
    run_at = CASE WHEN j.attempt >= j.max_attempts AND j.again THEN clock.now ELSE j.run_at END,
    attempt = CASE WHEN j.attempt >= j.max_attempts AND j.again THEN 0 ELSE j.attempt END
  FROM clock WHERE j.state = ${JOB_RUNNING}
    AND j.id = ANY (ARRAY(SELECT id FROM ended UNION ALL SELECT id FROM too_late))`

const READY_DUE = `WITH clock AS MATERIALIZED (SELECT $now AS now),
    due AS MATERIALIZED (SELECT d.* FROM clock, unnest($1::text[]) AS k (kind), LATERAL (
      SELECT id, tenant_id, kind, priority, run_at FROM $schema.jobs
        WHERE state = ${JOB_DELAYED} AND kind = k.kind AND run_at <= clock.now
        ORDER BY run_at LIMIT ${MAX_READIED} FOR UPDATE SKIP LOCKED) d),
    placed AS MATERIALIZED (SELECT id, row_number() OVER (
        PARTITION BY tenant_id, kind, priority ORDER BY run_at, id) - 1 AS place FROM due)
  UPDATE $schema.jobs j SET state = ${JOB_READY}, turn = ${nextTurnSql(lineOf('j'))} + placed.place
  FROM placed WHERE j.state = ${JOB_DELAYED} AND j.id = placed.id AND j.id = ANY (ARRAY(SELECT id FROM due))`

/** Makes jobs of these kinds ready whose time has come, and those whose lease has ended. */
export async function readyDue(sql: Sql, kinds: readonly string[]): Promise<void> {
  await sql(READY_ENDED, [kinds, PROCESS_ENDED])
  await sql(READY_DUE, [kinds])
}
