import { setTimeout } from 'node:timers/promises'
import { type Clock, type MetadataStore, StowageError } from '@stowage/core'
import { createLeases, type HeldLease, type Leases } from '@stowage/core/internal'

/** A process that dies keeps others from going on for this long: 15 seconds, in milliseconds. */
const DURATION = 15_000
/** Milliseconds between two looks whether it has died. */
const POLL = 500

export interface AloneOptions {
  /** Holds the lease. */
  readonly metadata: MetadataStore
  readonly name: string
  readonly clock: Clock
}

/**
 * Runs `work` while no other process does, waiting for one that died; `unavailable` when it has not. The
 * signal that `work` gets aborts with `unavailable` once others might have taken over from this process,
 * because it was suspended or the database could not be reached.
 */
export async function withExclusiveLease<Result>(
  { metadata, name, clock }: AloneOptions,
  signal: AbortSignal | undefined,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leases = createLeases({ metadata, clock, onError: () => {}, duration: DURATION })
  const lease = await taken(leases, name, signal)
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

async function taken(
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
  throw new StowageError('unavailable', 'Another process is at it. Wait for it, or end it.')
}
