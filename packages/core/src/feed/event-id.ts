import { randomBytes } from 'node:crypto'
import type { Micros } from '../time/timestamp.ts'

const TAIL_BYTES = 10
/** Random bytes for so many ids are asked for at once: each call costs as much as the rest of an event. */
const TAILS = 200
let pool = Buffer.alloc(0)
let used = 0

/**
 * The end of a new event id: the 20 hex digits of a UUIDv7 after the 12 of its time. Databases put the time of their
 * own clock before it, so that age can be told from the id.
 */
export function eventIdTail(): string {
  if (used === pool.length) {
    pool = randomBytes(TAIL_BYTES * TAILS)
    used = 0
  }
  used += TAIL_BYTES
  const hex = pool.toString('hex', used - TAIL_BYTES, used)
  return `7${hex.slice(1, 4)}8${hex.slice(5)}`
}

/** A new event id, UUIDv7 of this time. */
export function eventIdAt(time: Micros): string {
  return dashed(timeDigits(time) + eventIdTail())
}

/** No id of an earlier millisecond is greater, and none of this or a later one is smaller. */
export function lowestEventId(time: Micros): string {
  return dashed(timeDigits(time) + '0'.repeat(20))
}

function timeDigits(time: Micros): string {
  return Math.max(0, Math.floor(time / 1000))
    .toString(16)
    .padStart(12, '0')
}

function dashed(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
