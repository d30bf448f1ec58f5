import { InvalidArgumentError } from 'commander'

const UNITS: Readonly<Record<string, number>> = { m: 60e3, h: 3600e3, d: 86_400e3, w: 7 * 86_400e3 }

/** `2026-12-31`, a full time, or `90d` from now. */
export function readExpiry(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() + Number(count) * (UNITS[unit] ?? 0))
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(text) : Number.NaN
  if (time > Date.now()) return new Date(time)
  throw new InvalidArgumentError('It must be a day to come such as 2030-12-31, or 90d, 12h, 30m.')
}
