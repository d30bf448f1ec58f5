import type { Turn } from '@stowage/core/ports'
import { unavailable } from '../job/unavailable.ts'

export interface SlotsOptions {
  /** Jobs at once. */
  readonly concurrency: number
  /** Jobs that may wait for their turn. */
  readonly queue: number
}

/** A bounded number of jobs at once, and a bounded number waiting, with fair turns for tenants and callers. */
export interface Slots {
  /**
   * Runs the job on its tenant's turn. Next is the tenant with the fewest jobs under way; among equals, the one served
   * longest ago. Callers within a tenant take turns the same way. One slot beyond `concurrency` is for a tenant with
   * nothing under way. When too many jobs wait, this job is `unavailable`; or, instead, a job of the tenant with the
   * most waiting: the last one of its caller with the most waiting. Rejects with the signal's reason as soon as it is
   * aborted: a waiting job is dropped, a job under way keeps its slot until it is done.
   */
  run<Result>(job: () => Promise<Result>, turn: Turn, signal?: AbortSignal): Promise<Result>
}

type Caller = Pick<Turn, 'tenant' | 'caller'>

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

export function createSlots({ concurrency, queue }: SlotsOptions): Slots {
  /** Waiting jobs by tenant, then by caller; those served longest ago come first. */
  const waiting = new Map<string, Map<string, Set<Waiting>>>()
  /** Counts by tenant, and by tenant and caller. */
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (key: string): number => running.get(key) ?? 0
  const waitingOf = (tenant: string): number => sizeOf(waiting.get(tenant))

  function mayStart(tenant: string): boolean {
    return total < concurrency || (total === concurrency && runningOf(tenant) === 0)
  }

  /** The key with the fewest jobs under way; among equals, the one served longest ago. */
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

  /** Whether there is room to wait. If need be, it drops the last job of a tenant or caller with more waiting. */
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

/** No tenant can have this as its name. */
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
