import { raceAbort } from './abortable.ts'

/**
 * Work that several callers may wait for. It runs once at a time, and is aborted when the last caller has
 * left.
 */
interface SharedWork<Result> {
  /**
   * Waits for the work of that id, and begins it unless it is under way. Rejects with the signal's reason as soon as
   * the signal aborts. The signal that `begin` gets aborts when the last caller has left in this way.
   */
  join(
    id: string,
    begin: (abandoned: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result>
  /** Resolves when no work is under way, abandoned work included. */
  settled(): Promise<void>
}

interface Shared<Result> {
  readonly result: Promise<Result>
  readonly abandon: AbortController
  waiting: number
}

export function createSharedWork<Result>(): SharedWork<Result> {
  const underWay = new Map<string, Shared<Result>>()

  function start(
    id: string,
    begin: (abandoned: AbortSignal) => Promise<Result>,
    before: Promise<unknown> | undefined,
  ): Shared<Result> {
    const abandon = new AbortController()
    const run = async (): Promise<Result> => {
      // What was abandoned ends first, so that it is never done twice at once.
      await before?.catch(() => {})
      return begin(abandon.signal)
    }
    const result = run().finally(() => {
      if (underWay.get(id) === shared) underWay.delete(id)
    })
    // When every caller has left, nobody handles its rejection.
    result.catch(() => {})
    const shared = { result, abandon, waiting: 0 }
    underWay.set(id, shared)
    return shared
  }

  return {
    join(id, begin, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const current = underWay.get(id)
      const isAlive = current !== undefined && !current.abandon.signal.aborted
      const shared = isAlive ? current : start(id, begin, current?.result)
      shared.waiting += 1
      if (signal === undefined) return shared.result
      const leave = (): void => {
        shared.waiting -= 1
        if (shared.waiting === 0) shared.abandon.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      return raceAbort(shared.result, signal).finally(() =>
        signal.removeEventListener('abort', leave),
      )
    },
    async settled() {
      await Promise.allSettled([...underWay.values()].map(({ result }) => result))
    },
  }
}
