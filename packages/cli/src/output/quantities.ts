const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const AGES: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

const whole = new Intl.NumberFormat('en')
const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** `12,345` */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** `1 file`, `12,345 files` */
export function formatItems(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `8.2 MB`: three digits at most, in powers of 1000, as disks are sold. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (roundedUp(value, unit) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${roundedUp(value, unit)} ${UNITS[unit]}`
}

/** Rounds as it is shown, so that 999,999 bytes are 1 MB and not 1000 kB. */
function roundedUp(value: number, unit: number): number {
  return unit === 0 || value >= 99.95 ? Math.round(value) : Math.round(value * 10) / 10
}

/** `2 min 33 s` */
export function formatDuration(seconds: number): string {
  const rest = Math.max(0, Math.round(seconds))
  if (rest < MINUTE) return `${rest} s`
  if (rest < HOUR) return `${Math.floor(rest / MINUTE)} min ${rest % MINUTE} s`
  if (rest < DAY) return `${Math.floor(rest / HOUR)} h ${Math.floor((rest % HOUR) / MINUTE)} min`
  return `${Math.floor(rest / DAY)} d ${Math.floor((rest % DAY) / HOUR)} h`
}

/** `2 days ago` */
export function formatAge(timestamp: string, now: number = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000
  const [unit, length] = AGES.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return 'just now'
  const count = seconds / length
  // A time in 89.9 days counts as in 90.
  return ages.format(count < 0 ? Math.trunc(count) : Math.round(count), unit)
}
