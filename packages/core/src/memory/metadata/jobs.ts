import { tenantErased } from '../../errors/erasure-errors.ts'
import type { ClaimedJob, Job, JobHold, NewJob, StoredJob } from '../../jobs/job.ts'
import { afterFailure, mergedKinds } from '../../jobs/job-changes.ts'
import type { JobIds, JobRecords } from '../../jobs/job-records.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { jobsOfWrite } from '../../ports/write-jobs.ts'
import { isInForce, requireLeaseDuration } from '../../time/lease-time.ts'
import { addMillis, formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import { byTime, byTurn, createJobLines } from './job-lines.ts'
import type { MemorySweeps } from './sweeps.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The jobs of a memory store, and what writes to them. */
interface MemoryJobs {
  readonly jobs: JobRecords
  /** Enqueues the jobs of a finished write. */
  add(done: DoneWrite): void
  /** Enqueues a job, unless the tenant is being erased. */
  enqueue(tenant: string, job: NewJob): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'job'>
}

export function createMemoryJobs(
  { clock, assertOpen, assertWritable }: MemoryContext,
  {
    sweeps,
    erasing,
  }: {
    readonly sweeps: MemorySweeps
    /** Names of the tenants that are being erased. */
    readonly erasing: ReadonlySet<string>
  },
): MemoryJobs {
  const { stored, all, change, anew, die, living, ready, readyDue, enqueueOne } =
    createJobLines(clock)

  function held({ id, fence }: JobHold): StoredJob | undefined {
    const job = stored.get(id)
    return job?.state === 'running' && job.fence === fence ? job : undefined
  }

  /** Calls this with each job that is held. Returns their ids. */
  function eachHeld(holds: readonly JobHold[], end: (job: StoredJob) => void): readonly string[] {
    return holds.flatMap((hold) => {
      const job = held(hold)
      if (job === undefined) return []
      end(job)
      return [job.id]
    })
  }

  function chosen({ tenant, ids }: JobIds): readonly StoredJob[] {
    return ids.flatMap((id) => {
      const job = stored.get(id)
      return job === undefined || !isOf(job, tenant) ? [] : [job]
    })
  }

  return {
    jobs: {
      async enqueue({ tenant, jobs }) {
        assertWritable()
        if (tenant !== null && erasing.has(tenant)) throw tenantErased()
        return jobs.map((job) => enqueueOne(job, tenant))
      },
      async claim({ kinds, limit, lease }) {
        assertWritable()
        const now = clock()
        const leaseUntil = formatTimestamp(addMillis(now, requireLeaseDuration(lease)))
        const dead = kinds.flatMap(({ kind }) => readyDue(kind, now)).map(plainJob)
        const found = kinds.map((wanted) =>
          all(({ turn, kind }) => turn !== null && kind === wanted.kind)
            .sort(byTurn)
            .slice(0, wanted.limit),
        )
        const jobs = mergedKinds(found, limit).map((job) =>
          claimedJob(
            change(job, {
              state: 'running',
              attempt: job.attempt + 1,
              fence: job.fence + 1,
              turn: null,
              leaseUntil,
            }),
          ),
        )
        return { jobs, dead }
      },
      async renew({ jobs, lease }) {
        assertWritable()
        const leaseUntil = formatTimestamp(addMillis(clock(), requireLeaseDuration(lease)))
        return { held: eachHeld(jobs, (job) => void change(job, { leaseUntil })), busy: [] }
      },
      async complete({ jobs }) {
        assertWritable()
        const now = clock()
        const held = eachHeld(jobs, (job) => {
          if (job.isAgain) anew({ ...job, error: null }, now)
          else stored.delete(job.id)
        })
        return { held, busy: [] }
      },
      async fail({ error, retryIn, ...hold }) {
        assertWritable()
        const now = clock()
        const job = held(hold)
        if (job === undefined) return null
        const next = afterFailure(job, retryIn === null)
        if (next === 'dead') {
          die(job, now, error)
          return next
        }
        if (next === 'again') anew({ ...job, error }, now)
        else {
          const runAt = formatTimestamp(addMillis(now, retryIn ?? 0))
          const waiting = { state: 'waiting', leaseUntil: null, isAgain: false } as const
          change(job, { ...waiting, runAt, error })
        }
        return 'waiting'
      },
      async proceed({ payload, delay, error, ...hold }) {
        assertWritable()
        const now = clock()
        const job = held(hold)
        if (job === undefined) return null
        const next = { ...job, payload: structuredClone(payload), error }
        if (delay === null && !job.isAgain) {
          die(next, now, error ?? '')
          return 'dead'
        }
        if (delay === null || delay <= 0) anew(next, now)
        else {
          const runAt = formatTimestamp(addMillis(now, delay))
          const waiting = { state: 'waiting', leaseUntil: null, isAgain: false } as const
          change(next, { ...waiting, runAt, attempt: 0 })
        }
        return 'waiting'
      },
      async release({ jobs }) {
        assertWritable()
        return eachHeld(jobs, (job) =>
          ready(job, 'beginning', { attempt: job.attempt - 1, isAgain: false }),
        )
      },
      async nextDue({ kinds }) {
        assertOpen()
        const now = clock()
        const times = all(({ state, kind }) => state !== 'dead' && kinds.includes(kind)).map(
          ({ turn, runAt, leaseUntil }) => {
            if (turn !== null) return 0
            const at = parseTimestamp(leaseUntil ?? runAt)
            const isWrong = leaseUntil !== null && !isInForce(at, now)
            return isWrong ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
          },
        )
        return times.length === 0 ? null : Math.min(...times)
      },
      async version() {
        assertOpen()
        return null
      },
      async list({ tenant, kind, state, after, limit }) {
        assertOpen()
        const wanted = all(
          (job) => isOf(job, tenant) && job.id > (after ?? ''),
          (job) => (kind ?? job.kind) === job.kind && (state ?? job.state) === job.state,
        ).sort((a, b) => (a.id < b.id ? -1 : 1))
        const page = wanted.slice(0, limit).map(plainJob)
        return { jobs: page, next: wanted.length > limit ? (page.at(-1)?.id ?? null) : null }
      },
      async get({ tenant, id }) {
        assertOpen()
        const job = stored.get(id)
        return job === undefined || !isOf(job, tenant) ? null : plainJob(job)
      },
      async retry(request) {
        assertWritable()
        const now = clock()
        const retried: string[] = []
        const blocked: string[] = []
        for (const job of chosen(request).filter(({ state }) => state === 'dead')) {
          const isBlocked = living(job, job.tenant) !== undefined
          if (!isBlocked) anew({ ...job, diedAt: null }, now)
          ;(isBlocked ? blocked : retried).push(job.id)
        }
        return { retried, blocked }
      },
      async discard(request) {
        assertWritable()
        const gone = chosen(request).map(({ id }) => id)
        for (const id of gone) stored.delete(id)
        return gone
      },
      async prune({ olderThan, limit }) {
        assertWritable()
        const end = retentionEnd(sweeps.trusted(), clock(), olderThan)
        if (end === null) return 0
        const old = all(({ diedAt }) => diedAt !== null && parseTimestamp(diedAt) < end)
        const gone = old.sort(byTime('diedAt')).slice(0, limit)
        for (const { id } of gone) stored.delete(id)
        return gone.length
      },
    },

    add(done) {
      const enqueued = jobsOfWrite(done)
      if (enqueued === null || erasing.has(enqueued.tenant)) return
      for (const job of enqueued.jobs) enqueueOne(job, enqueued.tenant)
    },

    enqueue(tenant, job) {
      if (!erasing.has(tenant)) enqueueOne(job, tenant)
    },

    table: tableOf(stored),
  }
}

function isOf(job: StoredJob, tenant: string | null | undefined): boolean {
  return tenant === undefined || job.tenant === tenant
}

function claimedJob({
  turn: _turn,
  isAgain: _again,
  diedAt: _died,
  ...job
}: StoredJob): ClaimedJob {
  return structuredClone(job)
}

function plainJob(job: StoredJob): Job {
  const { fence: _, ...plain } = claimedJob(job)
  return plain
}
