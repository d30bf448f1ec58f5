import type { Bounds } from '@stowage/core/types'
import { usageError } from '../exit/cli-error.ts'

const SIDES = { '>=': 'gte', '<=': 'lte', '>': 'gt', '<': 'lt' } as const

/** Reads one value of a bound; `undefined` when it is not one. */
type ReadValue<Value> = (text: string, isEnd: boolean) => Value | undefined

const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  t: 1e12,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}

/** `5MB`, `1.5 GiB`, `800` in bytes: `kB`, `MB`, `GB`, `TB` count in thousands, `KiB`, `MiB`, `GiB`, `TiB` in 1024. */
export function readSize(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(text) ?? []
  const factor = SIZES[unit.toLowerCase()]
  return number === '' || factor === undefined ? undefined : Math.round(Number(number) * factor)
}

/** A number of at least 0. */
export function readNumber(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** `2026-01-31` or a full time. A day is the whole day in UTC: "after it" begins with the next day. */
export function readTime(text: string, isEnd: boolean): string | undefined {
  if (!DAY.test(text) && !TIME.test(text)) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return undefined
  return DAY.test(text) && isEnd ? `${text}T23:59:59.999999Z` : time.toISOString()
}

/** `>1MB`, `<=5MB`, `1MB..5MB` including both ends, or one value. The same option may be repeated: all must hold. */
export function boundsOf<Value>(
  option: string,
  texts: readonly string[],
  read: ReadValue<Value>,
  example: string,
): Bounds<Value> {
  return Object.assign({}, ...texts.map((text) => boundOf(option, text, read, example)))
}

function boundOf<Value>(
  option: string,
  text: string,
  read: ReadValue<Value>,
  example: string,
): Bounds<Value> {
  const readBound = (part: string, isEnd: boolean): Value => {
    const value = read(part.trim(), isEnd)
    if (value !== undefined) return value
    throw usageError(`${option} cannot be ${JSON.stringify(text)}. Write it like ${example}.`)
  }
  const [, side, rest = ''] = /^(>=|<=|>|<)(.*)$/.exec(text) ?? []
  if (side !== undefined) {
    const name = SIDES[side as keyof typeof SIDES]
    return { [name]: readBound(rest, name === 'gt' || name === 'lte') }
  }
  const [from = '', to = from] = text.split('..')
  return { gte: readBound(from, false), lte: readBound(to, true) }
}
