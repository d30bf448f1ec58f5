import type { Clock, Micros } from '@stowage/core/ports'

/** Midnight of the first of January 2026, in milliseconds. */
export const TEST_EPOCH: number = Date.UTC(2026, 0, 1)

/** A clock that stands still until a test sets it. */
export interface TestClock {
  /** The clock to open a store with. */
  readonly read: Clock
  /** Sets it to this many seconds after the first of January 2026; negative numbers are before. */
  set(seconds: number): void
}

/** The time this many seconds after the first of January 2026, with microseconds that are not zero. */
export function testMicros(seconds: number): Micros {
  return (TEST_EPOCH + seconds * 1000) * 1000 + 123
}

/** Creates a clock that shows the first of January 2026 until it is set. */
export function createTestClock(): TestClock {
  let now = testMicros(0)
  return {
    read: () => now,
    set(seconds) {
      now = testMicros(seconds)
    },
  }
}
