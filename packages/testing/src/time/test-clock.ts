import type { Clock, Micros } from '@stowage/core/ports'

/** Midnight of the first of January 2026, in milliseconds. */
export const TEST_EPOCH: number = Date.UTC(2026, 0, 1)

/** A clock that stands still until a test turns it. */
export interface TestClock {
  /** What a store is opened with. */
  readonly read: Clock
  /** Turns it to so many seconds after the first of January 2026; negative ones are before. */
  set(seconds: number): void
}

/** So many seconds after the first of January 2026, with microseconds that are not zero. */
export function testMicros(seconds: number): Micros {
  return (TEST_EPOCH + seconds * 1000) * 1000 + 123
}

/** Shows the first of January 2026 until it is turned. */
export function createTestClock(): TestClock {
  let now = testMicros(0)
  return {
    read: () => now,
    set(seconds) {
      now = testMicros(seconds)
    },
  }
}
