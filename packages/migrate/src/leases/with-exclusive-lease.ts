import { setTimeout } from 'node:timers/promises'
import { StowageError } from '@stowage/core'
import {
  createLeases,
  type HeldLease,
  type Leases,
  LinkedAbort,
  systemClock,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'

/** Milliseconds for which a dead process keeps others waiting. */
const DURATION = 15_000
/** Milliseconds between attempts to take the lease, and between checks that it is still held. */
const POLL = 500

interface ExclusiveLeaseOptions {
  /** Holds the lease. */
  readonly metadata: MetadataStore
  readonly name: string
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/**
 * Runs `work` while only this process holds the lease. Waits out the lease of a dead process; `unavailable` when
 * another one still renews it. The signal of `work` aborts with the caller's. It aborts with `unavailable` once another
 * process may have taken over, because this one was suspended or could not reach the database.
 */
export async function withExclusiveLease<Result>(
  { metadata, name, signal }: ExclusiveLeaseOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const clock = systemClock()
  const leases = createLeases({ metadata, clock, onError: () => {}, duration: DURATION })
  const lease = await take(leases, name, signal)
  const ending = new LinkedAbort(signal)
  const timer = setInterval(() => {
    try {
      lease.assertHeld()
    } catch (error) {
      ending.abort(error)
    }
  }, POLL)
  timer.unref()
  try {
    const result = await work(ending.signal)
    lease.assertHeld()
    return result
  } finally {
    clearInterval(timer)
    ending.unlink()
    await lease.release().catch(() => {})
  }
}

async function take(
  leases: Leases,
  name: string,
  signal: AbortSignal | undefined,
): Promise<HeldLease> {
  const deadline = performance.now() + DURATION + 1000
  while (performance.now() < deadline) {
    signal?.throwIfAborted()
    const lease = await leases.take(name)
    if (lease !== null) return lease
    // An abort ends the pause with an error from Node. The next turn of the loop throws the signal's reason.
    await setTimeout(POLL, undefined, signal && { signal }).catch(() => {})
  }
  throw new StowageError(
    'unavailable',
    'Another process moves or repairs this store. Wait for it, or end it.',
  )
}
