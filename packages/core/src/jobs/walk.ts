import type { NewJob } from './job.ts'
import type { JobRunner, RunJob } from './job-runner.ts'

/** Milliseconds that one part of a walk takes, besides what is under way then. */
const STEP = 2000
/** The longest pause between two parts, in milliseconds. A pause takes as long as the part before. */
const LONGEST_PAUSE = 60_000
/** Behind all that someone waits for. */
const PRIORITY = -100
const MAX_ATTEMPTS = 10

/** What a walk has counted. */
export type Counts = Readonly<Record<string, number>>

/** What one part of a walk did. */
export interface WalkStep<Seen extends Counts> {
  /** Where the next part begins; `null`: there is none. */
  readonly place: string | null
  readonly seen: Seen
  /** What is wrong, in short texts. */
  readonly notes: readonly string[]
}

/** What a part of a walk needs. */
export interface StepOptions {
  /** 1 for the first attempt at this part. */
  readonly attempt: number
  /** Milliseconds after which the part should end. */
  readonly maxTimeMs: number
  readonly signal: AbortSignal
}

/** Work over the whole store in parts, one after the other, by one job. */
export interface Walk<Seen extends Counts> {
  /** The kind of the job. */
  readonly kind: string
  readonly nothing: Seen
  /** Milliseconds until the signal of a part aborts; `null`: never. */
  readonly timeoutMs: number | null
  /** Works from this place on; `null`: from the beginning. The same part may run more than once. */
  step(place: string | null, options: StepOptions): Promise<WalkStep<Seen>>
  /** Whether it ends early: too much is wrong. */
  isEnough(seen: Seen): boolean
  /** Why the whole walk counts as failed, from all that it has seen; `null`: it does not. */
  failure(seen: Seen, notes: readonly string[]): string | null
  /** It is at its end. */
  onEnd(seen: Seen): void
}

/** What the job carries from part to part. */
interface WalkPayload<Seen extends Counts> {
  readonly place: string | null
  readonly seen: Seen
  readonly notes: readonly string[]
}

/** Notes that a walk keeps for its end: the first ones. */
const MAX_NOTES = 5

/** The job that begins a walk. While one of the kind is under way it stands for both. */
export function walkJob<Seen extends Counts>({
  kind,
  nothing,
}: Pick<Walk<Seen>, 'kind' | 'nothing'>): NewJob {
  return {
    kind,
    key: 'store',
    payload: beginning(nothing),
    priority: PRIORITY,
    delay: 0,
    maxAttempts: MAX_ATTEMPTS,
  }
}

function beginning<Seen extends Counts>(nothing: Seen): WalkPayload<Seen> {
  return { place: null, seen: nothing, notes: [] }
}

/**
 * Makes the runner do the walk. Its job has a payload that says how far it is, and each part moves that on in the
 * transaction that ends it: a process that is killed loses one part, not the walk. A walk that failed is a dead job;
 * retried, it begins anew.
 */
export function defineWalk<Seen extends Counts>(
  runner: JobRunner,
  walk: Walk<Seen>,
  { maxTimeMs = STEP }: { readonly maxTimeMs?: number } = {},
): () => void {
  const run: RunJob = async ({ payload, attempt }, signal) => {
    const before = payload as WalkPayload<Seen>
    const began = performance.now()
    const step = await walk.step(before.place, { attempt, maxTimeMs, signal })
    const seen = sumOf(before.seen, step.seen)
    const notes = [...before.notes, ...step.notes].slice(0, MAX_NOTES)
    if (step.place !== null && !walk.isEnough(seen)) {
      const delay = Math.min(LONGEST_PAUSE, Math.ceil(performance.now() - began))
      return { payload: { place: step.place, seen, notes }, delay, error: null }
    }
    const error = walk.failure(seen, notes)
    walk.onEnd(seen)
    return error === null ? undefined : { payload: beginning(walk.nothing), delay: null, error }
  }
  return runner.define(walk.kind, run, { concurrency: 1, timeoutMs: walk.timeoutMs })
}

function sumOf<Seen extends Counts>(one: Seen, other: Seen): Seen {
  const sums = Object.entries(other).map(([name, count]) => [name, (one[name] ?? 0) + count])
  return Object.fromEntries(sums) as Seen
}
