import { InvalidArgumentError } from 'commander'
import { readTime } from './bounds.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: DAY, w: 7 * DAY }

/** `2026-01-31`, a full time, or `7d` before now. A day begins at midnight in UTC. */
export function readSince(text: string): Date {
  return momentOf(text, 0)
}

/** The same for the end of a range, which includes the whole day. */
export function readUntil(text: string): Date {
  return momentOf(text, DAY)
}

function momentOf(text: string, ofDay: number): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (UNITS[unit] ?? 0))
  const time = readTime(text, false)
  if (time === undefined) {
    throw new InvalidArgumentError(
      'It must be a day such as 2026-01-31, a time such as 2026-01-31T09:05:00Z, or 7d, 12h, 30m.',
    )
  }
  return new Date(Date.parse(time) + (text.includes('T') ? 0 : ofDay))
}
