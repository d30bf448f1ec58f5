const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Milliseconds since the epoch of any HTTP-date (RFC 9110 §5.6.7); `null` for any other text. */
export function parseHttpDate(text: string): number | null {
  const isAsctime = ASCTIME.test(text)
  if (!isAsctime && !IMF_FIXDATE.test(text) && !RFC_850.test(text)) return null
  const millis = Date.parse(isAsctime ? `${text} GMT` : text)
  return Number.isNaN(millis) ? null : millis
}

/** The IMF-fixdate of a moment, whole seconds. */
export function formatHttpDate(millis: number): string {
  return new Date(millis).toUTCString()
}
