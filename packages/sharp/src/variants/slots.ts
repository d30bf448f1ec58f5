import type { Turn } from '@stowage/core/ports'
import { unavailable } from '../job/unavailable.ts'

export interface SlotsOptions {
  /** Jobs at once. */
  readonly concurrency: number
  /** Jobs that may wait for their turn. */
  readonly queue: number
}

/** A bounded number of jobs at once, and a bounded number waiting, with turns that are fair among tenants and callers. */
export interface Slots {
  /**
   * Runs the job when it is its tenant's turn: that of which least is under way, then that which was served
   * longest ago. Within a tenant callers take turns in the same way. One place more than `concurrency` is for a
   * tenant of which nothing is under way. When too many wait it is `unavailable`, or the last of the tenant that has
   * most of them is, of the caller who has most in it.
   * Rejects with the signal's reason as soon as it is aborted: a waiting job is dropped, one under way keeps
   * its place until it is done.
   */
  run<Result>(job: () => Promise<Result>, turn: Turn, signal?: AbortSignal): Promise<Result>
}

type Caller = Pick<Turn, 'tenant' | 'caller'>

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

export function createSlots({ concurrency, queue }: SlotsOptions): Slots {
  /** Of tenants, then of callers, in the order in which they were served last. */
  const waiting = new Map<string, Map<string, Set<Waiting>>>()
  /** By tenant, and by tenant and caller. */
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (key: string): number => running.get(key) ?? 0
  const waitingOf = (tenant: string): number => sizeOf(waiting.get(tenant))

  function mayStart(tenant: string): boolean {
    return total < concurrency || (total === concurrency && runningOf(tenant) === 0)
  }

  /** Of which least is under way, the one served longest ago first. */
  function leastRunning<Key extends string>(
    keys: Iterable<Key>,
    keyOf: (key: Key) => string,
  ): Key | undefined {
    let least: Key | undefined
    for (const key of keys) {
      if (least === undefined || runningOf(keyOf(key)) < runningOf(keyOf(least))) least = key
    }
    return least
  }

  function startNext(): void {
    const tenant = leastRunning(waiting.keys(), (key) => key)
    const callers = tenant === undefined ? undefined : waiting.get(tenant)
    if (tenant === undefined || callers === undefined || !mayStart(tenant)) return
    const caller = leastRunning(callers.keys(), (key) => callerKey({ tenant, caller: key })) ?? ''
    const jobs = callers.get(caller)
    const [first] = jobs ?? []
    if (jobs === undefined || first === undefined) return
    waiting.delete(tenant)
    callers.delete(caller)
    jobs.delete(first)
    if (jobs.size > 0) callers.set(caller, jobs)
    if (callers.size > 0) waiting.set(tenant, callers)
    count({ tenant, caller }, 1)
    first.start()
  }

  function count(turn: Caller, by: number): void {
    total += by
    for (const key of [turn.tenant, callerKey(turn)]) {
      const left = runningOf(key) + by
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }

  function done(turn: Caller): void {
    count(turn, -1)
    startNext()
  }

  function drop({ tenant, caller }: Caller, job: Waiting): void {
    const callers = waiting.get(tenant)
    const jobs = callers?.get(caller)
    jobs?.delete(job)
    if (jobs?.size === 0) callers?.delete(caller)
    if (callers?.size === 0) waiting.delete(tenant)
  }

  /** Whether there is room to wait, if need be in place of the last job of who has more waiting. */
  function makeRoom({ tenant, caller }: Caller): boolean {
    let all = 0
    let most = tenant
    for (const [other, callers] of waiting) {
      all += sizeOf(callers)
      if (sizeOf(callers) > waitingOf(most)) most = other
    }
    if (all < queue) return true
    const [jobs] = [...(waiting.get(most)?.values() ?? [])].sort((a, b) => b.size - a.size)
    const last = [...(jobs ?? [])].at(-1)
    const own = waiting.get(tenant)?.get(caller)?.size ?? 0
    const hasMore =
      most === tenant ? (jobs?.size ?? 0) > own + 1 : waitingOf(most) > waitingOf(tenant) + 1
    if (last === undefined || !hasMore) return false
    last.refuse()
    return true
  }

  return {
    run: (job, turn, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (!mayStart(turn.tenant) && !makeRoom(turn)) return reject(tooMany())
        const leave = (reason: unknown): void => {
          drop(turn, entry)
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
                done(turn)
              })
              .then(resolve, reject)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        const callers = waiting.get(turn.tenant) ?? new Map<string, Set<Waiting>>()
        const jobs = callers.get(turn.caller) ?? new Set()
        callers.set(turn.caller, jobs.add(entry))
        waiting.set(turn.tenant, callers)
        startNext()
      }),
  }
}

/** No tenant's name. */
function callerKey({ tenant, caller }: Caller): string {
  return JSON.stringify([tenant, caller])
}

function sizeOf(callers: ReadonlyMap<string, ReadonlySet<unknown>> | undefined): number {
  let size = 0
  for (const jobs of callers?.values() ?? []) size += jobs.size
  return size
}

function tooMany(): Error {
  return unavailable('Too many pictures are waiting. Try again.')
}
