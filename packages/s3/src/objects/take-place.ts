import { StowageError } from '@stowage/core'
import type { Semaphore, SemaphoreOptions } from '@stowage/core/internal'

/** Milliseconds that a read waits for a connection. */
const WAIT = 30_000

interface TakeOptions extends SemaphoreOptions {
  /** Milliseconds. Default 30,000. */
  readonly wait?: number | undefined
}

/**
 * Waits for a connection to read from. `unavailable` when none comes free within `wait`; the signal's reason when it
 * aborts.
 */
export async function takePlace(
  places: Semaphore,
  { turn, signal, wait = WAIT }: TakeOptions,
): Promise<void> {
  signal?.throwIfAborted()
  const waiting = new AbortController()
  const leave = () => waiting.abort(signal?.reason)
  const timer = setTimeout(() => waiting.abort(noConnection()), wait)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await places.take({ turn, signal: waiting.signal })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}

function noConnection(): StowageError {
  return new StowageError(
    'unavailable',
    'No connection to the storage is free: too many files are read at once. Try again later.',
  )
}
