import { unavailable } from '../job/unavailable.ts'

export interface SlotsOptions {
  /** Jobs at once. */
  readonly concurrency: number
  /** Jobs that may wait for their turn. */
  readonly queue: number
}

/** Whose job it is, and a signal that aborts when no caller waits for it. */
export interface Turn {
  readonly tenant: string
  readonly signal?: AbortSignal | undefined
}

/** A bounded number of jobs at once, and a bounded number waiting, with turns that are fair among tenants. */
export interface Slots {
  /**
   * Runs the job when it is its tenant's turn: that of which least is under way, then that which was served
   * longest ago. One place more than `concurrency` is for a tenant of which nothing is under way. When too
   * many wait it is `unavailable`, or the last of the tenant that has most of them is.
   * Rejects with the signal's reason as soon as it is aborted: a waiting job is dropped, one under way keeps
   * its place until it is done.
   */
  run<Result>(job: () => Promise<Result>, turn: Turn): Promise<Result>
}

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

export function createSlots({ concurrency, queue }: SlotsOptions): Slots {
  /** In the order in which tenants were served last. */
  const waiting = new Map<string, Set<Waiting>>()
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (tenant: string): number => running.get(tenant) ?? 0
  const waitingOf = (tenant: string): number => waiting.get(tenant)?.size ?? 0

  function mayStart(tenant: string): boolean {
    return total < concurrency || (total === concurrency && runningOf(tenant) === 0)
  }

  function startNext(): void {
    let next: string | undefined
    for (const tenant of waiting.keys()) {
      if (next === undefined || runningOf(tenant) < runningOf(next)) next = tenant
    }
    if (next === undefined || !mayStart(next)) return
    const tenant = next
    const jobs = waiting.get(tenant)
    const [first] = jobs ?? []
    if (jobs === undefined || first === undefined) return
    waiting.delete(tenant)
    jobs.delete(first)
    if (jobs.size > 0) waiting.set(tenant, jobs)
    count(tenant, 1)
    first.start()
  }

  function count(tenant: string, by: number): void {
    total += by
    const left = runningOf(tenant) + by
    if (left > 0) running.set(tenant, left)
    else running.delete(tenant)
  }

  function done(tenant: string): void {
    count(tenant, -1)
    startNext()
  }

  function drop(tenant: string, job: Waiting): void {
    const jobs = waiting.get(tenant)
    jobs?.delete(job)
    if (jobs?.size === 0) waiting.delete(tenant)
  }

  /** Whether there is room to wait, if need be in place of the last job of a tenant that has more waiting. */
  function makeRoom(tenant: string): boolean {
    let all = 0
    let most = tenant
    for (const [other, jobs] of waiting) {
      all += jobs.size
      if (jobs.size > waitingOf(most)) most = other
    }
    if (all < queue) return true
    const last = [...(waiting.get(most) ?? [])].at(-1)
    if (last === undefined || waitingOf(most) <= waitingOf(tenant) + 1) return false
    last.refuse()
    return true
  }

  return {
    run: (job, { tenant, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (!mayStart(tenant) && !makeRoom(tenant)) return reject(tooMany())
        const leave = (reason: unknown): void => {
          drop(tenant, entry)
          signal?.removeEventListener('abort', abort)
          reject(reason)
        }
        const abort = (): void => leave(signal?.reason)
        const entry: Waiting = {
          refuse: () => leave(tooMany()),
          start: () => {
            job()
              .finally(() => {
                signal?.removeEventListener('abort', abort)
                done(tenant)
              })
              .then(resolve, reject)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        const jobs = waiting.get(tenant) ?? new Set()
        waiting.set(tenant, jobs.add(entry))
        startNext()
      }),
  }
}

function tooMany(): Error {
  return unavailable('Too many pictures are waiting. Try again.')
}
