const HOUR = 3_600_000_000

/**
 * A clock of a store, in microseconds, that is wrong. `leap` puts it that many hours off the right time, which is 0;
 * `advance` lets so many microseconds pass at once.
 */
export function createClock(offset = 0) {
  let off = offset
  return {
    now: () => Date.now() * 1000 + off,
    leap(hours) {
      off = hours * HOUR
    },
    advance(microseconds) {
      off += microseconds
    },
    get offset() {
      return off
    },
  }
}
