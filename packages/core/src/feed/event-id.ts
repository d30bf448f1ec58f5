import { randomUUID } from 'node:crypto'
import type { Micros } from '../time/timestamp.ts'

/**
 * The end of a new event id: the 20 hex digits of a UUIDv7 after the 12 of its time, with the dashes between them.
 * Databases put the time of their own clock before it, so that age can be told from the id.
 */
export function eventIdTail(): string {
  return `7${randomUUID().slice(15)}`
}

/** A new event id, UUIDv7 of this time. */
export function eventIdAt(time: Micros): string {
  return `${timeDigits(time)}-${eventIdTail()}`
}

/** No id of an earlier millisecond is greater, and none of this or a later one is smaller. */
export function lowestEventId(time: Micros): string {
  return `${timeDigits(time)}-0000-0000-000000000000`
}

function timeDigits(time: Micros): string {
  const hex = Math.max(0, Math.floor(time / 1000))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
