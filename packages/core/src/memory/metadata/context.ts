import type { Clock } from '../../time/timestamp.ts'

/** What every role of a memory store needs. */
export interface MemoryContext {
  readonly clock: Clock
  /** Throws `closed` once the store is closed. */
  assertOpen(): void
  /** As `assertOpen`, and throws `unavailable` while a move refuses writes. */
  assertWritable(): void
}
