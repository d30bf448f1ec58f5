import { randomUUID } from 'node:crypto'
import { allSettledOrThrow } from '../async/all-settled.ts'
import { runAgain } from '../async/run-again.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { MAX_LEASE } from '../time/lease-time.ts'
import type { Clock } from '../time/timestamp.ts'

/**
 * How long a lease outlives its process, in milliseconds: 5 minutes. Shorter than the longest lease, so that the
 * lease does not seem to come from the future when a clock is set back a little.
 */
const DURATION = 300_000
/** Renewals within that time: many may fail before a lease lapses. */
const RENEWALS = 10

export interface LeasesOptions {
  readonly metadata: MetadataStore
  /** Wall time. It runs while the machine sleeps, but may jump. */
  readonly clock: Clock
  /** Milliseconds that passed while the machine was awake; never jumps. Default: `performance.now`. */
  readonly monotonic?: () => number
  readonly onError: (error: unknown) => void
  /** Milliseconds. Default 5 minutes. */
  readonly duration?: number
}

/** A lease that renews itself until it is released, or until it could not be renewed in time. */
export interface HeldLease {
  /** Throws `unavailable` once it has lapsed, or might have: another process may have held it in between. */
  assertHeld(): void
  /** Idempotent. Rejects when the database cannot be reached: call it again, else the lease ends within 5 minutes. */
  release(): Promise<void>
}

/** Leases that are held as long as some work takes. */
export interface Leases {
  /** `null` when this or another process holds it, and when the reply came too late to be relied on. */
  take(name: string): Promise<HeldLease | null>
  /** Releases all held leases. */
  close(): Promise<void>
}

/** Both clocks at one moment, in milliseconds. */
interface Moment {
  readonly wall: number
  readonly awake: number
}

export function createLeases({
  metadata,
  clock,
  monotonic = () => performance.now(),
  onError,
  duration = DURATION,
}: LeasesOptions): Leases {
  /**
   * The same for all leases of this store: after a lost reply, the next attempt gets the lease that was granted
   * unseen.
   */
  const holder = randomUUID()
  const held = new Map<string, HeldLease | null>()

  function moment(): Moment {
    return { wall: clock() / 1000, awake: monotonic() }
  }

  /**
   * Whether a lease that was requested at that moment certainly still holds. It does not when the wall clock, which
   * other processes on the machine share, jumped forward over the end, or so far back that the end looks too distant.
   */
  function lastsSince({ wall, awake }: Moment): boolean {
    const now = moment()
    const passed = now.wall - wall
    return now.awake - awake < duration && passed < duration && passed >= duration - MAX_LEASE
  }

  async function take(name: string): Promise<HeldLease | null> {
    if (held.has(name)) return null
    held.set(name, null)
    const lease = await ask(name).catch(async (error: unknown) => {
      held.delete(name)
      // The reply may have been lost, not the request.
      await metadata.leases.release({ name, holder }).catch(onError)
      throw error
    })
    if (lease === null) held.delete(name)
    else held.set(name, lease)
    return lease
  }

  async function ask(name: string): Promise<HeldLease | null> {
    let askedAt: Moment | undefined
    let lapsed = false
    let ended = false
    let renewing: Promise<void> | undefined
    let released: Promise<void> | undefined

    /** Once it has lapsed, it stays so. */
    function isHeld(): boolean {
      if (askedAt !== undefined && !lastsSince(askedAt)) lapsed = true
      return !lapsed
    }

    /** Resolves to whether the database granted it. */
    async function renew(): Promise<boolean> {
      if (!isHeld()) return false
      const asking = moment()
      const isGranted = await runAgain(() => metadata.leases.acquire({ name, holder, duration }))
      // Only an answer in time proves that no other process had the lease in between.
      if (isGranted && isHeld() && lastsSince(asking)) askedAt = asking
      else lapsed = true
      return isGranted
    }

    async function giveBack(): Promise<void> {
      clearInterval(timer)
      await renewing
      // After a failure the name may have been taken again: that lease is not ours to release.
      if (held.has(name) && held.get(name) !== lease) return
      try {
        await runAgain(() => metadata.leases.release({ name, holder }))
      } catch (error) {
        released = undefined
        throw error
      } finally {
        held.delete(name)
      }
    }

    const isGranted = await renew()
    if (lapsed) {
      // Granted too late to be relied on. If it stayed, every process would have to wait, including this one.
      if (isGranted) await metadata.leases.release({ name, holder }).catch(onError)
      return null
    }
    const timer = setInterval(() => {
      renewing ??= renew()
        .catch(onError)
        .then(() => {
          renewing = undefined
        })
    }, duration / RENEWALS)
    timer.unref()

    const lease: HeldLease = {
      assertHeld() {
        if (isHeld() && !ended) return
        throw new StowageError(
          'unavailable',
          'The lease has lapsed: the process was suspended, or the database could not be reached. Start again.',
        )
      },
      release() {
        ended = true
        released ??= giveBack()
        return released
      },
    }
    return lease
  }

  return {
    take,
    close: () => allSettledOrThrow([...held.values()].map(async (lease) => lease?.release())),
  }
}
