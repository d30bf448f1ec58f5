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

const weekdays = remember(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)
const months = remember((tag) => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric' }))

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

/** "today", "yesterday", "Tuesday 3 March 2026" */
export function dayOf(at: Date): string {
  const { tag } = language.value
  const ago = Math.round((midnight(new Date(now.value)) - midnight(at)) / 86_400_000)
  return ago === 0 || ago === 1 ? relative(tag).format(-ago, 'day') : weekdays(tag).format(at)
}

/** "Mar 2026" */
export function monthOf(at: Date): string {
  return months(language.value.tag).format(at)
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
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
