import { language } from './language.ts'
import { remember } from './words.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

const unitFormats = UNITS.map((unit) =>
  [0, 1].map((digits) =>
    remember(
      (tag) =>
        new Intl.NumberFormat(tag, {
          style: 'unit',
          unit,
          unitDisplay: unit === 'byte' ? 'long' : 'short',
          maximumFractionDigits: digits,
        }),
    ),
  ),
)
const numbers = remember((tag) => new Intl.NumberFormat(tag))
const percents = remember((tag) => new Intl.NumberFormat(tag, { style: 'percent' }))
const lists = remember((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))
const types = remember((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' }))
const units = (unit: 'hour' | 'minute' | 'second') =>
  remember((tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }))
const hours = units('hour')
const minutes = units('minute')
const seconds = units('second')

export function formatNumber(value: number): string {
  return numbers(language.value.tag).format(value)
}

/** `share` from 0 to 1. */
export function formatPercent(share: number): string {
  return percents(language.value.tag).format(share)
}

export function formatList(words: readonly string[]): string {
  return lists(language.value.tag).format(words)
}

/** "1.2 MB": a thousand bytes are a kilobyte, as on the disk's label. */
export function formatSize(bytes: number): string {
  let amount = bytes
  let unit = 0
  // 999.95 would be written as 1,000.
  while (amount >= 999.95 && unit < UNITS.length - 1) {
    amount /= 1000
    unit += 1
  }
  const digits = unit === 0 || amount >= 99.95 ? 0 : 1
  return unitFormats[unit]?.[digits]?.(language.value.tag).format(amount) ?? String(bytes)
}

/** "3:07", "1:02:45": the length of a film or a song. */
export function formatLength(duration: number): string {
  const whole = Math.round(duration)
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600))
  return parts
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}

/** "40 sec", "2 min", "1 hr 20 min": how long something still takes, no more exact than is known. */
export function formatDuration(duration: number): string {
  const { tag } = language.value
  const whole = Math.max(1, Math.ceil(duration))
  if (whole < 60) return seconds(tag).format(whole)
  const inMinutes = Math.ceil(whole / 60)
  if (inMinutes < 60) return minutes(tag).format(inMinutes)
  const rest = inMinutes % 60
  const fullHours = hours(tag).format(Math.floor(inMinutes / 60))
  return rest === 0 ? fullHours : types(tag).format([fullHours, minutes(tag).format(rest)])
}
