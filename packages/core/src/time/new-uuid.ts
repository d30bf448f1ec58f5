import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Milliseconds by which the clock may go back before ids follow it. Corrections of a clock are smaller. */
const SLACK = 1000
/** The count of a millisecond, which has 32 bits, begins below this. */
const FIRST_COUNT = 2 ** 31

/** Makes UUIDv7s in ascending order, by this clock (milliseconds since the epoch). When it leaps back, so do they. */
export function createUuids(clock: () => number): () => string {
  let millis = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const now = clock()
    if (now > millis || now < millis - SLACK) {
      millis = now
      count = randomInt(FIRST_COUNT)
    } else count += 1
    return v7({ msecs: millis, seq: count })
  }
}

/**
 * A new id, UUIDv7 as in RFC 9562, section 5.7. Those of one process ascend while its clock does. The generator of the
 * package `uuid` stays in the future after a clock that leapt forward has come back.
 */
export const newUuid: () => string = createUuids(Date.now)
