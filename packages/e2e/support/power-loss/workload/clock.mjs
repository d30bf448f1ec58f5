const MINUTE = 60_000_000

/** The clock of a recorded store, in microseconds: each time later than the one before, and turned by hand. */
export function createWorkloadClock() {
  let now = Date.now() * 1000
  return {
    read() {
      now += 7
      return now
    },
    /** Negative minutes turn it back. */
    pass(minutes) {
      now += minutes * MINUTE
    },
    passDays(days) {
      now += days * 24 * 60 * MINUTE
    },
  }
}
