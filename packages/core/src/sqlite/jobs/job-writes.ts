import type { JobHold, NewJob } from '../../jobs/job.ts'
import { JOB_DEAD, JOB_DELAYED, JOB_READY, JOB_RUNNING, NO_TENANT } from '../../jobs/job-cells.ts'
import { afterFailure, keepsTime, mergedKinds } from '../../jobs/job-changes.ts'
import type {
  Claimed,
  ClaimRequest,
  EnqueueRequest,
  HeldIds,
  JobFailure,
  JobIds,
  JobRecords,
  RetriedJobs,
} from '../../jobs/job-records.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { jobsOfWrite } from '../../ports/write-jobs.ts'
import { requireLeaseDuration } from '../../time/lease-time.ts'
import { newUuid } from '../../time/new-uuid.ts'
import { addMillis, type Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { die, giveBack, type Line, nextTurn, readyAnew, readyDue } from './job-lines.ts'
import { claimedJobOfRow, INSERT_JOB, type JobRow, jobOfRow, SELECT_JOB } from './job-row.ts'

/** Enqueues the jobs of a finished write, in its transaction. */
export function enqueueOfWrite(transaction: Transaction, done: DoneWrite): void {
  const enqueued = jobsOfWrite(done)
  if (enqueued === null) return
  const { sql } = transaction
  const erased = sql('SELECT 1 FROM erasures WHERE tenant = ?').get(enqueued.tenant)
  if (erased === undefined) enqueueJobs(transaction, enqueued)
}

/** `JobRecords.enqueue` */
export function enqueueJobs(
  transaction: Transaction,
  { tenant, jobs }: EnqueueRequest,
): readonly string[] {
  const tenantId = tenant === null ? NO_TENANT : ensureTenant(transaction.sql, tenant)
  return jobs.map((job) => enqueueOne(transaction, tenantId, job))
}

/** Enqueues a job of the tenant with this number. Returns its id. */
export function enqueueOne(transaction: Transaction, tenantId: number, job: NewJob): string {
  const { sql, now } = transaction
  const { kind, key, priority, delay } = job
  const runAt = addMillis(now, delay)
  const known = key === null ? undefined : livingJob(sql, { tenant_id: tenantId, kind, key })
  if (known !== undefined) {
    join(transaction, known, { runAt, priority })
    return known.id
  }
  const id = newUuid()
  const turn = delay > 0 ? null : nextTurn(sql, { tenant_id: tenantId, kind, priority })
  sql(INSERT_JOB).run(
    id,
    tenantId,
    kind,
    key,
    JSON.stringify(job.payload),
    priority,
    turn === null ? JOB_DELAYED : JOB_READY,
    turn,
    0,
    0,
    job.maxAttempts,
    runAt,
    null,
    0,
    null,
    now,
    null,
  )
  return id
}

type LivingJob = Line & Pick<JobRow, 'id' | 'state' | 'run_at' | 'again' | 'error'>

/** The job of this kind and key that waits or runs. */
function livingJob(
  sql: Sql,
  { tenant_id: tenantId, kind, key }: Pick<JobRow, 'tenant_id' | 'kind'> & { readonly key: string },
): LivingJob | undefined {
  return sql<LivingJob>(LIVING).get(tenantId, kind, key)
}

const LIVING = `SELECT id, tenant_id, kind, state, priority, run_at, again, error FROM jobs INDEXED BY jobs_key
  WHERE tenant_id = ? AND kind = ? AND unique_key = ? AND unique_key IS NOT NULL AND state <> ${JOB_DEAD}`

/** The known job stands for the given one too. */
function join(
  { sql, now }: Transaction,
  known: LivingJob,
  given: { readonly runAt: Micros; readonly priority: number },
): void {
  const priority = Math.max(known.priority, given.priority)
  const isRaised = priority !== known.priority
  if (known.state === JOB_RUNNING) {
    if (isRaised || known.again === 0)
      sql('UPDATE jobs SET again = 1, priority = ? WHERE id = ?').run(priority, known.id)
    return
  }
  const isKept = keepsTime({ isDelayed: known.state === JOB_DELAYED, error: known.error })
  const runAt = isKept ? known.run_at : Math.min(known.run_at, given.runAt)
  if (!isRaised && runAt === known.run_at) return
  if (!isRaised && known.state === JOB_READY) {
    sql('UPDATE jobs SET run_at = ? WHERE id = ?').run(runAt, known.id)
    return
  }
  const isReady = known.state === JOB_READY || runAt <= now
  const turn = isReady ? nextTurn(sql, Object.assign({}, known, { priority })) : null
  const text = 'UPDATE jobs SET state = ?, turn = ?, run_at = ?, priority = ? WHERE id = ?'
  sql(text).run(isReady ? JOB_READY : JOB_DELAYED, turn, runAt, priority, known.id)
}

/** `JobRecords.claim` */
export function claimJobs(
  transaction: Transaction,
  { kinds, limit, lease }: ClaimRequest,
): Claimed {
  const { sql, now } = transaction
  const until = addMillis(now, requireLeaseDuration(lease))
  const row = (id: string) => sql<JobRow>(`${SELECT_JOB} WHERE x.id = ?`).get(id) as JobRow
  const dead = kinds.flatMap(({ kind }) => readyDue(transaction, kind))
  const found = kinds.map((wanted) =>
    sql<Pick<JobRow, 'id' | 'priority'>>(FIRST_READY).all(wanted.kind, wanted.limit),
  )
  const jobs = mergedKinds(found, limit).map(({ id }) => {
    sql(BEGIN).run(until, id)
    return claimedJobOfRow(row(id))
  })
  return { jobs, dead: dead.map((id) => jobOfRow(row(id))) }
}

const FIRST_READY = `SELECT id, priority FROM jobs INDEXED BY jobs_ready WHERE state = ${JOB_READY} AND kind = ?
  ORDER BY priority DESC, turn, id LIMIT ?`
const BEGIN = `UPDATE jobs SET state = ${JOB_RUNNING}, turn = NULL, attempt = attempt + 1, fence = fence + 1,
  lease_until = ? WHERE id = ?`

type HeldJob = LivingJob & Pick<JobRow, 'attempt' | 'max_attempts'>

function heldJob(sql: Sql, { id, fence }: JobHold): HeldJob | undefined {
  return sql<HeldJob>(HELD).get(id, fence)
}

const HELD = `SELECT id, tenant_id, kind, state, priority, run_at, attempt, max_attempts, again, error FROM jobs
  WHERE id = ? AND fence = ? AND state = ${JOB_RUNNING}`

/** Calls this with each job that is held. Returns their ids. */
function eachHeld(
  sql: Sql,
  jobs: readonly JobHold[],
  end: (job: HeldJob) => void,
): readonly string[] {
  return jobs.flatMap((hold) => {
    const job = heldJob(sql, hold)
    if (job === undefined) return []
    end(job)
    return [job.id]
  })
}

/** `JobRecords.renew` */
export function renewJobs(
  { sql, now }: Transaction,
  { jobs, lease }: Parameters<JobRecords['renew']>[0],
): HeldIds {
  const until = addMillis(now, requireLeaseDuration(lease))
  const held = eachHeld(
    sql,
    jobs,
    ({ id }) => void sql('UPDATE jobs SET lease_until = ? WHERE id = ?').run(until, id),
  )
  return { held, busy: [] }
}

/** `JobRecords.complete` */
export function completeJobs(
  transaction: Transaction,
  { jobs }: Parameters<JobRecords['complete']>[0],
): HeldIds {
  const { sql } = transaction
  const held = eachHeld(sql, jobs, (job) => {
    if (job.again === 1) readyAnew(transaction, job, null)
    else sql('DELETE FROM jobs WHERE id = ?').run(job.id)
  })
  return { held, busy: [] }
}

/** `JobRecords.fail` */
export function failJob(
  transaction: Transaction,
  { error, retryIn, ...hold }: Parameters<JobRecords['fail']>[0],
): JobFailure | null {
  const { sql, now } = transaction
  const job = heldJob(sql, hold)
  if (job === undefined) return null
  const { attempt, max_attempts: maxAttempts, again } = job
  const next = afterFailure({ attempt, maxAttempts, isAgain: again === 1 }, retryIn === null)
  if (next === 'dead') {
    die(transaction, job.id, error)
    return 'dead'
  }
  if (next === 'again') readyAnew(transaction, job, error)
  else sql(LET_RETRY).run(addMillis(now, retryIn ?? 0), error, job.id)
  return 'waiting'
}

const LET_RETRY = `UPDATE jobs SET state = ${JOB_DELAYED}, run_at = ?, lease_until = NULL, again = 0, error = ?
  WHERE id = ?`

/** `JobRecords.proceed` */
export function proceedJob(
  transaction: Transaction,
  { payload, delay, error, ...hold }: Parameters<JobRecords['proceed']>[0],
): JobFailure | null {
  const { sql, now } = transaction
  const job = heldJob(sql, hold)
  if (job === undefined) return null
  sql('UPDATE jobs SET payload = ? WHERE id = ?').run(JSON.stringify(payload), job.id)
  if (delay === null && job.again === 0) {
    die(transaction, job.id, error ?? '')
    return 'dead'
  }
  if (delay === null || delay <= 0) readyAnew(transaction, job, error)
  else sql(LET_PROCEED).run(addMillis(now, delay), error, job.id)
  return 'waiting'
}

const LET_PROCEED = `UPDATE jobs SET state = ${JOB_DELAYED}, attempt = 0, run_at = ?, lease_until = NULL, again = 0,
  error = ? WHERE id = ?`

/** `JobRecords.release` */
export function releaseJobs(
  { sql }: Transaction,
  { jobs }: Parameters<JobRecords['release']>[0],
): readonly string[] {
  return eachHeld(sql, jobs, (job) => giveBack(sql, { ...job, attempt: job.attempt - 1 }))
}

type ChosenRow = Pick<
  JobRow,
  'id' | 'tenant' | 'tenant_id' | 'kind' | 'unique_key' | 'state' | 'priority'
>

function chosenJobs(sql: Sql, { tenant, ids }: JobIds): readonly ChosenRow[] {
  return ids.flatMap((id) => {
    const row = sql<ChosenRow>(CHOSEN).get(id)
    return row === undefined || (tenant !== undefined && row.tenant !== tenant) ? [] : [row]
  })
}

const CHOSEN = `SELECT x.id, t.name AS tenant, x.tenant_id, x.kind, x.unique_key, x.state, x.priority
  FROM jobs x LEFT JOIN tenants t ON t.id = x.tenant_id WHERE x.id = ?`

/** `JobRecords.retry` */
export function retryJobs(transaction: Transaction, request: JobIds): RetriedJobs {
  const { sql } = transaction
  const retried: string[] = []
  const blocked: string[] = []
  for (const job of chosenJobs(sql, request)) {
    if (job.state !== JOB_DEAD) continue
    const { unique_key: key } = job
    const other = key === null ? undefined : livingJob(sql, Object.assign({ key }, job))
    if (other === undefined) readyAnew(transaction, job, null)
    const list = other === undefined ? retried : blocked
    list.push(job.id)
  }
  return { retried, blocked }
}

/** `JobRecords.discard` */
export function discardJobs({ sql }: Transaction, request: JobIds): readonly string[] {
  return chosenJobs(sql, request).map(({ id }) => {
    sql('DELETE FROM jobs WHERE id = ?').run(id)
    return id
  })
}

/** `JobRecords.prune` */
export function pruneJobs(
  { sql, now }: Transaction,
  { olderThan, limit }: Parameters<JobRecords['prune']>[0],
): number {
  const end = retentionEnd(trustedSweeps(sql), now, olderThan)
  if (end === null) return 0
  return Number(sql(PRUNE).run(end, limit).changes)
}

const PRUNE = `DELETE FROM jobs WHERE id IN (
  SELECT id FROM jobs INDEXED BY jobs_died WHERE state = ${JOB_DEAD} AND died_at < ? ORDER BY died_at LIMIT ?)`
