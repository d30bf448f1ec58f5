import { signal } from '@preact/signals'
import { language } from './language.ts'
import { remember } from './words.ts'

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relative = remember((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const exact = remember(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' }),
)
const days = remember((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }))

/** The current time, in steps of a minute. Relative times are drawn again with it. */
const now = signal(Date.now())
if (typeof document !== 'undefined') setInterval(() => (now.value = Date.now()), 60_000)

/** "2 days ago", "in 3 weeks", "now". */
export function relativeTime(at: Date): string {
  const seconds = (at.getTime() - now.value) / 1000
  const format = relative(language.value.tag)
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

export function exactTime(at: Date): string {
  return exact(language.value.tag).format(at)
}

export function exactDay(at: Date): string {
  return days(language.value.tag).format(at)
}

/** A time as people say it, with the exact one on hover. */
export function Time({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exactTime(date)}>
      {relativeTime(date)}
    </time>
  )
}
