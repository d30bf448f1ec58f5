import { setTimeout } from 'node:timers/promises'
import { StowageError } from '@stowage/core'
import { createLeases, type HeldLease, type Leases } from '@stowage/core/internal'
import type { Clock, MetadataStore } from '@stowage/core/ports'

/** Milliseconds for which a process that died keeps others waiting. */
const DURATION = 15_000
/** Milliseconds between two tries to get the lease, and between two checks that it is still held. */
const POLL = 500

export interface ExclusiveLeaseOptions {
  /** Holds the lease. */
  readonly metadata: MetadataStore
  readonly name: string
  readonly clock: Clock
}

/**
 * Runs `work` while only this process holds the lease. Waits for a process that died; `unavailable` when another
 * one still renews the lease. The signal of `work` aborts with `unavailable` once another process may have taken
 * over, because this one was suspended or could not reach the database.
 */
export async function withExclusiveLease<Result>(
  { metadata, name, clock }: ExclusiveLeaseOptions,
  signal: AbortSignal | undefined,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leases = createLeases({ metadata, clock, onError: () => {}, duration: DURATION })
  const lease = await take(leases, name, signal)
  const losing = new AbortController()
  const timer = setInterval(() => {
    try {
      lease.assertHeld()
    } catch (error) {
      losing.abort(error)
    }
  }, POLL)
  timer.unref()
  try {
    const result = await work(losing.signal)
    lease.assertHeld()
    return result
  } finally {
    clearInterval(timer)
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
    const lease = await leases.take(name)
    if (lease !== null) return lease
    await setTimeout(POLL, undefined, signal === undefined ? {} : { signal })
  }
  throw new StowageError('unavailable', 'Another migration is running. Wait for it, or end it.')
}
