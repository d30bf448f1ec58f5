/** Years that a photo can be from; others are clocks that were never set, or damage. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2255

/** Digits of a fraction of a second. */
const DIGITS = 6
/** UTF-16 units of a date; more are spaces without an end. */
const LONGEST = 64

/**
 * A date as EXIF, XMP and IPTC write it: `2024:05:01 18:30:00`, `2024-05-01T18:30:00.25+02:00`, or without a time. The
 * date is `null` when it is not one.
 */
const TIME =
  /^\s*(\d{4})[-:/.](\d{2})[-:/.](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.(\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?\s*$/

/** Offset from UTC: `+02:00`, `-0530`, `Z`. */
const OFFSET = /^\s*(?:Z|([+-])(\d{2}):?(\d{2}))\s*$/

/** The parts that EXIF keeps beside a date. */
interface TimeParts {
  readonly fraction?: string | null
  readonly offset?: string | null
}

/** A date as `EmbeddedFacts.takenAt` has it; `null` when it is none, or impossible. */
export function photoTime(
  text: string | null,
  { fraction = null, offset = null }: TimeParts = {},
): string | null {
  const match = text === null || text.length > LONGEST ? null : TIME.exec(text)
  if (match === null) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  if (!isDate(Number(year), Number(month), Number(day))) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const digits = /^\s*(\d+)\s*$/.exec(match[7] ?? fraction ?? '')?.[1] ?? ''
  const part = digits.slice(0, DIGITS).replace(/0+$/, '')
  const zone = photoOffset(match[8] ?? offset)
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${part && `.${part}`}${zone ?? ''}`
}

function photoOffset(text: string | null): string | null {
  const match = text === null ? null : OFFSET.exec(text)
  if (match === null) return null
  const [, sign = '+', hours = '00', minutes = '00'] = match
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  return `${sign}${hours}:${minutes}`
}

function isDate(year: number, month: number, day: number): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
