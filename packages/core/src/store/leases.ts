import { randomUUID } from 'node:crypto'
import { type Clock, formatTimestamp, type Micros } from '../asset/timestamp.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { settled } from './settled.ts'

/** A process that dies holds a lease for this long: 10 minutes, in microseconds. */
const DURATION = 600_000_000
/** Renewals within that time: many of them may fail before a lease lapses. */
const RENEWALS = 10

export interface LeasesOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /** Default 10 minutes. */
  readonly duration?: Micros
}

/** A lease that renews itself until it is released, or until it could not be renewed in time. */
export interface HeldLease {
  /** Throws `unavailable` once it has lapsed, or might have: then others may have had it in between. */
  assertHeld(): void
  /** Idempotent. Rejects when the database cannot be told; the lease then ends within 10 minutes. */
  release(): Promise<void>
}

/** Leases that are held for as long as some work takes. */
export interface Leases {
  /** `null` when another process has it. */
  take(name: string): Promise<HeldLease | null>
  /** Releases what is still held. */
  close(): Promise<void>
}

export function createLeases({
  metadata,
  clock,
  onError,
  duration = DURATION,
}: LeasesOptions): Leases {
  const held = new Set<HeldLease>()

  async function take(name: string): Promise<HeldLease | null> {
    const holder = randomUUID()
    let until = Number.POSITIVE_INFINITY
    let lapsed = false
    let renewing: Promise<void> | undefined
    let released: Promise<void> | undefined

    async function renew(): Promise<void> {
      const now = clock()
      if (now >= until) lapsed = true
      if (lapsed) return
      const request = { name, holder, now: formatTimestamp(now) }
      const granted = await metadata.lease({ ...request, until: formatTimestamp(now + duration) })
      // Only an answer that came in time tells that nobody else had it in between.
      if (granted && clock() < until) until = now + duration
      else lapsed = true
    }

    await renew()
    if (lapsed) return null
    const timer = setInterval(
      () => {
        renewing ??= renew()
          .catch(onError)
          .finally(() => {
            renewing = undefined
          })
      },
      duration / 1000 / RENEWALS,
    )
    timer.unref()

    async function giveBack(): Promise<void> {
      clearInterval(timer)
      held.delete(lease)
      await renewing
      const now = formatTimestamp(clock())
      await metadata.lease({ name, holder, now, until: now })
    }

    const lease: HeldLease = {
      assertHeld() {
        if (!lapsed && released === undefined && clock() < until) return
        throw new StowageError(
          'unavailable',
          'The lease has lapsed: the process was suspended, or the database could not be reached. Start again.',
        )
      },
      release() {
        released ??= giveBack()
        return released
      },
    }
    held.add(lease)
    return lease
  }

  return {
    take,
    close: () => settled([...held].map((lease) => lease.release())),
  }
}
