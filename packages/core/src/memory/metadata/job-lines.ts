import type { NewJob, StoredJob } from '../../jobs/job.ts'
import {
  afterProcessEnd,
  DUE_LINES,
  keepsTime,
  MAX_DUE,
  MAX_DUE_OF_LINE,
  MAX_ENDED,
  PROCESS_ENDED,
} from '../../jobs/job-changes.ts'
import { isInForce } from '../../time/lease-time.ts'
import { newUuid } from '../../time/new-uuid.ts'
import {
  addMillis,
  type Clock,
  formatTimestamp,
  type Micros,
  parseTimestamp,
} from '../../time/timestamp.ts'

/** The jobs of a memory store, and the lines in which they wait. */
interface JobLines {
  /** By id. */
  readonly stored: Map<string, StoredJob>
  /** Those that all of these say yes to. */
  all(...wanted: readonly ((job: StoredJob) => boolean)[]): StoredJob[]
  change(job: StoredJob, changes: Partial<StoredJob>): StoredJob
  /** The job waits as if it were new. */
  anew(job: StoredJob, now: Micros): void
  die(job: StoredJob, now: Micros, error: string): StoredJob
  /** The job of this kind and key that waits or runs. */
  living(by: Pick<NewJob, 'kind' | 'key'>, tenant: string | null): StoredJob | undefined
  /** The job waits at the end of its tenant's line, or at the beginning of all lines. */
  ready(job: StoredJob, at: 'end' | 'beginning', changes?: Partial<StoredJob>): void
  /**
   * Makes jobs of this kind ready whose time has come, and those whose lease has ended. Returns those of them that are
   * dead now.
   */
  readyDue(kind: string, now: Micros): readonly StoredJob[]
  /** Returns its id, or that of the job that stands for it too. */
  enqueueOne(job: NewJob, tenant: string | null): string
}

export function createJobLines(clock: Clock): JobLines {
  const stored = new Map<string, StoredJob>()

  function all(...wanted: readonly ((job: StoredJob) => boolean)[]): StoredJob[] {
    return [...stored.values()].filter((job) => wanted.every((is) => is(job)))
  }

  function change(job: StoredJob, changes: Partial<StoredJob>): StoredJob {
    const changed = { ...job, ...changes }
    stored.set(job.id, changed)
    return changed
  }

  /** The turns of the waiting jobs beside this one: all of its kind and priority, and those of its tenant. */
  function turnsBeside({ id, kind, priority, tenant }: StoredJob) {
    const line = all((job) => job.turn !== null && job.kind === kind && job.id !== id).filter(
      (job) => job.priority === priority,
    )
    const turns = (jobs: readonly StoredJob[]) => jobs.map(({ turn }) => turn ?? 0)
    const first = line.length === 0 ? 0 : Math.min(...turns(line))
    return { first, own: turns(line.filter((job) => job.tenant === tenant)) }
  }

  function ready(job: StoredJob, at: 'end' | 'beginning', changes: Partial<StoredJob> = {}): void {
    const waiting = { ...job, ...changes, state: 'waiting' as const, leaseUntil: null }
    const { first, own } = turnsBeside(waiting)
    const turn = at === 'beginning' ? first : Math.max(first, ...own.map((each) => each + 1))
    change(waiting, { turn })
  }

  function anew(job: StoredJob, now: Micros): void {
    ready(job, 'end', { attempt: 0, isAgain: false, runAt: formatTimestamp(now) })
  }

  function die(job: StoredJob, now: Micros, error: string): StoredJob {
    const diedAt = formatTimestamp(now)
    return change(job, {
      state: 'dead',
      turn: null,
      leaseUntil: null,
      isAgain: false,
      diedAt,
      error,
    })
  }

  function living({ kind, key }: Pick<NewJob, 'kind' | 'key'>, tenant: string | null) {
    if (key === null) return undefined
    return all((job) => job.tenant === tenant && job.kind === kind && job.key === key).find(
      ({ state }) => state !== 'dead',
    )
  }

  function enqueueOne({ delay, ...given }: NewJob, tenant: string | null): string {
    const now = clock()
    const runAt = formatTimestamp(addMillis(now, delay))
    const known = living(given, tenant)
    if (known !== undefined) {
      join(known, { runAt, priority: given.priority, now })
      return known.id
    }
    const job: StoredJob = {
      ...structuredClone(given),
      id: newUuid(),
      tenant,
      state: 'waiting',
      attempt: 0,
      fence: 0,
      runAt,
      leaseUntil: null,
      error: null,
      createdAt: formatTimestamp(now),
      turn: null,
      isAgain: false,
      diedAt: null,
    }
    stored.set(job.id, job)
    if (delay <= 0) ready(job, 'end')
    return job.id
  }

  function join(
    known: StoredJob,
    given: { readonly runAt: string; readonly priority: number; readonly now: Micros },
  ): void {
    const priority = Math.max(known.priority, given.priority)
    if (known.state === 'running') {
      change(known, { isAgain: true, priority })
      return
    }
    const isDelayed = known.turn === null
    const times = keepsTime({ isDelayed, error: known.error })
      ? [known.runAt]
      : [given.runAt, known.runAt]
    const [runAt = ''] = times.sort()
    const job = change(known, { runAt, priority })
    const isReady = known.turn !== null || parseTimestamp(runAt) <= given.now
    if (isReady && (known.turn === null || priority !== known.priority)) ready(job, 'end')
  }

  function readyDue(kind: string, now: Micros): readonly StoredJob[] {
    const ended = all(
      (job) => job.state === 'running' && job.kind === kind,
      ({ leaseUntil }) => !isInForce(parseTimestamp(leaseUntil ?? ''), now),
    ).sort(byTime('leaseUntil'))
    const dead: StoredJob[] = []
    for (const job of ended.slice(0, MAX_ENDED)) {
      if (afterProcessEnd(job) === 'dead') dead.push(die(job, now, PROCESS_ENDED))
      else ready(job, 'beginning', { isAgain: false, error: PROCESS_ENDED })
    }
    const due = all(
      (job) => job.state === 'waiting' && job.turn === null && job.kind === kind,
      ({ runAt }) => parseTimestamp(runAt) <= now,
    ).sort(byTime('runAt'))
    for (const job of due.splice(0, MAX_DUE)) ready(job, 'end')
    const lines = new Map<string, StoredJob[]>()
    for (const job of due) {
      const name = JSON.stringify([job.tenant, job.priority])
      lines.set(name, [...(lines.get(name) ?? []), job])
    }
    for (const line of [...lines.values()].slice(0, DUE_LINES)) {
      for (const job of line.slice(0, MAX_DUE_OF_LINE)) ready(job, 'end')
    }
    return dead
  }

  return { stored, all, change, anew, die, living, ready, readyDue, enqueueOne }
}

/** In the order in which waiting jobs of one kind are claimed. */
export function byTurn(a: StoredJob, b: StoredJob): number {
  return b.priority - a.priority || (a.turn ?? 0) - (b.turn ?? 0) || (a.id < b.id ? -1 : 1)
}

/** The earliest first. */
export function byTime(
  name: 'runAt' | 'leaseUntil' | 'diedAt',
): (a: StoredJob, b: StoredJob) => number {
  return (a, b) => ((a[name] ?? '') < (b[name] ?? '') ? -1 : 1)
}
