import type { FeedPosition } from './event-records.ts'
import type { EventRecord } from './feed-event.ts'
import type { FeedWaker } from './feed-waker.ts'

/** Milliseconds until the next look for events of other processes: the first, and doubled up to the longest. */
export const FIRST_LOOK = 500
export const LONGEST_LOOK = 5000

interface FollowedFeed {
  readonly tenant: string | null
  readonly waker: FeedWaker
  /** Aborts the wait, with the reason for which the iteration then rejects. */
  readonly signals: readonly AbortSignal[]
  /** Where to begin. */
  start(): Promise<string | null>
  /** What comes after this position. */
  look(after: string | null): Promise<FollowedEvents>
}

/** What one look finds. */
interface FollowedEvents {
  readonly events: readonly EventRecord[]
  readonly last: FeedPosition | null
  readonly isEnd: boolean
}

/** Events in batches as they happen; an empty batch is left out. Ends only by a signal. */
export async function* followEvents(
  feed: FollowedFeed,
): AsyncGenerator<readonly EventRecord[], void, undefined> {
  const { tenant, waker, signals, start, look } = feed
  const sleeper = createSleeper(signals)
  const stop = waker.listen(tenant, sleeper.wake)
  try {
    let position = await start()
    let pause = FIRST_LOOK
    while (true) {
      sleeper.expect()
      const { events, last, isEnd } = await look(position)
      position = last?.position ?? position
      if (events.length > 0) yield events
      for (const signal of signals) signal.throwIfAborted()
      if (!isEnd) continue
      if (events.length > 0) pause = FIRST_LOOK
      const isWoken = await sleeper.sleep(pause)
      pause = isWoken ? FIRST_LOOK : Math.min(2 * pause, LONGEST_LOOK)
    }
  } finally {
    stop()
  }
}

function resolvable() {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = () => settle()
  })
  return { promise, resolve }
}

function createSleeper(signals: readonly AbortSignal[]) {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    /** What is committed from now on ends the next sleep. */
    expect() {
      isWoken = false
    },
    wake() {
      isWoken = true
      end?.()
    },
    /** Resolves to whether it was woken. Rejects with the reason of a signal. */
    async sleep(millis: number): Promise<boolean> {
      if (!isWoken) {
        const { promise, resolve } = resolvable()
        end = resolve
        for (const signal of signals) signal.addEventListener('abort', resolve)
        // Keeps the process alive: somebody awaits it.
        const timer = setTimeout(resolve, millis)
        if (!signals.some(({ aborted }) => aborted)) await promise
        end = undefined
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', resolve)
      }
      for (const signal of signals) signal.throwIfAborted()
      return isWoken
    },
  }
}
