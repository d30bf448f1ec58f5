import { JOB_DEAD, JOB_DELAYED, JOB_READY, JOB_RUNNING } from '../../jobs/job-cells.ts'
import {
  afterProcessEnd,
  DUE_LINES,
  type DueTimes,
  MAX_DUE,
  MAX_DUE_OF_LINE,
  MAX_ENDED,
  PROCESS_ENDED,
} from '../../jobs/job-changes.ts'
import { latestLeaseEnd } from '../../time/lease-time.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'
import type { JobRow } from './job-row.ts'

// A ready job has a turn. Jobs of one kind and priority are claimed by their turns, so tenants take turns: each job of a
// tenant gets a turn after its last one, but never one before the turns that are next. No statement walks over a line.

/** What decides in which line a job waits. */
export type Line = Pick<JobRow, 'tenant_id' | 'kind' | 'priority'>

const FIRST_TURN = `SELECT turn FROM jobs INDEXED BY jobs_ready WHERE state = ${JOB_READY} AND kind = ? AND priority = ?
  ORDER BY turn LIMIT 1`
const LAST_TURN = `SELECT turn FROM jobs INDEXED BY jobs_line
  WHERE state = ${JOB_READY} AND tenant_id = ? AND kind = ? AND priority = ? ORDER BY turn DESC LIMIT 1`

interface Turn {
  readonly turn: number
}

/** The turn of a job that goes before all others of its kind and priority. */
export function firstTurn(sql: Sql, { kind, priority }: Line): number {
  return sql<Turn>(FIRST_TURN).get(kind, priority)?.turn ?? 0
}

/** The turn of a job that goes to the end of the line of its tenant. */
export function nextTurn(sql: Sql, line: Line): number {
  const last = sql<Turn>(LAST_TURN).get(line.tenant_id, line.kind, line.priority)?.turn ?? -1
  return Math.max(firstTurn(sql, line), last + 1)
}

const BEGIN_ANEW = `UPDATE jobs SET state = ${JOB_READY}, turn = ?, attempt = 0, run_at = ?, lease_until = NULL, again = 0,
  error = ?, died_at = NULL WHERE id = ?`

/** The job waits as if it were new. */
export function readyAnew(
  { sql, now }: Transaction,
  job: Line & Pick<JobRow, 'id'>,
  error: string | null,
): void {
  sql(BEGIN_ANEW).run(nextTurn(sql, job), now, error, job.id)
}

const DIE = `UPDATE jobs SET state = ${JOB_DEAD}, lease_until = NULL, again = 0, error = ?, died_at = ? WHERE id = ?`

/** A running job becomes dead. */
export function die({ sql, now }: Transaction, id: string, error: string): void {
  sql(DIE).run(error, now, id)
}

const RETURN = `UPDATE jobs SET state = ${JOB_READY}, turn = ?, attempt = ?, lease_until = NULL, again = 0, error = ?
  WHERE id = ?`

/** A running job goes back to the beginning of its line. */
export function giveBack(sql: Sql, job: Line & Pick<JobRow, 'id' | 'attempt' | 'error'>): void {
  sql(RETURN).run(firstTurn(sql, job), job.attempt, job.error, job.id)
}

const COLUMNS = 'id, tenant_id, kind, priority, attempt, max_attempts, again, error'
type EndedRow = Line & Pick<JobRow, 'id' | 'attempt' | 'max_attempts' | 'again' | 'error'>
const RUNNING_JOBS = `SELECT ${COLUMNS} FROM jobs INDEXED BY jobs_running WHERE state = ${JOB_RUNNING} AND kind = ?`
const ENDED = `${RUNNING_JOBS} AND lease_until <= ? ORDER BY lease_until LIMIT ?`
// The end of such a lease was written by a wrong clock.
const TOO_LATE = `${RUNNING_JOBS} AND lease_until > ? ORDER BY lease_until LIMIT ?`
const DUE = `SELECT ${COLUMNS} FROM jobs INDEXED BY jobs_delayed WHERE state = ${JOB_DELAYED} AND kind = ? AND run_at <= ?
  ORDER BY run_at LIMIT ?`
const LET_WAIT = `UPDATE jobs SET state = ${JOB_READY}, turn = ? WHERE id = ?`

/**
 * Makes jobs of this kind ready whose time has come, and those whose lease has ended. Returns those of them that are dead
 * now.
 */
export function readyDue(transaction: Transaction, kind: string): readonly string[] {
  const { sql, now } = transaction
  const ended = sql<EndedRow>(ENDED).all(kind, now, MAX_ENDED)
  const tooLate = sql<EndedRow>(TOO_LATE).all(kind, latestLeaseEnd(now), MAX_ENDED)
  const dead: string[] = []
  for (const job of [...ended, ...tooLate]) {
    const { attempt, max_attempts: maxAttempts, again } = job
    if (afterProcessEnd({ attempt, maxAttempts, isAgain: again === 1 }) === 'dead') {
      die(transaction, job.id, PROCESS_ENDED)
      dead.push(job.id)
    } else giveBack(sql, { ...job, error: PROCESS_ENDED })
  }
  const due = sql<EndedRow>(DUE).all(kind, now, MAX_DUE)
  letWait(sql, due)
  if (due.length === MAX_DUE) {
    for (const line of linesToLookAt(transaction, kind)) {
      const { tenant_id: tenantId, priority } = line
      letWait(sql, sql<EndedRow>(DUE_OF_LINE).all(kind, tenantId, priority, now, MAX_DUE_OF_LINE))
    }
  }
  return dead
}

function letWait(sql: Sql, jobs: readonly EndedRow[]): void {
  for (const job of jobs) sql(LET_WAIT).run(nextTurn(sql, job), job.id)
}

const DELAYED_LINES = `SELECT tenant_id, priority FROM jobs INDEXED BY jobs_delayed_line
  WHERE state = ${JOB_DELAYED} AND kind = ?`
const FIRST_LINE = `${DELAYED_LINES} ORDER BY tenant_id LIMIT 1`
const LAST_LINE = `${DELAYED_LINES} ORDER BY tenant_id DESC LIMIT 1`
const NEXT_LINE = `${DELAYED_LINES} AND (tenant_id, priority) > (?, ?) ORDER BY tenant_id, priority LIMIT 1`
const DUE_OF_LINE = `SELECT ${COLUMNS} FROM jobs INDEXED BY jobs_delayed_line WHERE state = ${JOB_DELAYED} AND kind = ?
  AND tenant_id = ? AND priority = ? AND run_at <= ? ORDER BY run_at LIMIT ?`

type DelayedLine = Pick<Line, 'tenant_id' | 'priority'>

/** Lines in which jobs of this kind wait for their time: from one that the time chooses, and then from the first. */
function linesToLookAt({ sql, now }: Transaction, kind: string): readonly DelayedLine[] {
  const first = sql<DelayedLine>(FIRST_LINE).get(kind)?.tenant_id ?? 0
  const last = sql<DelayedLine>(LAST_LINE).get(kind)?.tenant_id ?? 0
  const start = first + (now % (last - first + 1))
  const lines = new Map<string, DelayedLine>()
  for (const from of [start, first]) {
    let at: DelayedLine | undefined = { tenant_id: from, priority: BELOW_ALL }
    while (lines.size < DUE_LINES) {
      at = sql<DelayedLine>(NEXT_LINE).get(kind, at.tenant_id, at.priority)
      if (at === undefined || (from !== start && at.tenant_id >= start)) break
      lines.set(`${at.tenant_id} ${at.priority}`, at)
    }
  }
  return [...lines.values()]
}

/** Lower than every priority. */
const BELOW_ALL = -1000

const ANY_READY = `SELECT 1 FROM jobs INDEXED BY jobs_ready WHERE state = ${JOB_READY} AND kind = ? LIMIT 1`
const FIRST_DUE = `SELECT run_at AS at FROM jobs INDEXED BY jobs_delayed WHERE state = ${JOB_DELAYED} AND kind = ?
  ORDER BY run_at LIMIT 1`
const LEASES = `SELECT lease_until AS at FROM jobs INDEXED BY jobs_running WHERE state = ${JOB_RUNNING} AND kind = ?`
const FIRST_END = `${LEASES} ORDER BY lease_until LIMIT 1`
const LAST_END = `${LEASES} ORDER BY lease_until DESC LIMIT 1`

interface At {
  readonly at: Micros
}

/** When jobs of this kind can be claimed. */
export function dueTimes(sql: Sql, kind: string): DueTimes {
  const at = (text: string): Micros | null => sql<At>(text).get(kind)?.at ?? null
  return {
    isReady: sql(ANY_READY).get(kind) !== undefined,
    nextAt: at(FIRST_DUE),
    firstEnd: at(FIRST_END),
    lastEnd: at(LAST_END),
  }
}
