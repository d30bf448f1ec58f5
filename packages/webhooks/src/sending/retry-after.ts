/** Milliseconds. A receiver cannot ask for a longer pause. */
const LONGEST = 24 * 3600 * 1000

/**
 * The milliseconds that the header `Retry-After` asks for, at most a day. `null`: it is absent, or is neither seconds
 * nor a date.
 */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (text === '' || text.length > 40) return null
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST)
  const wanted = text.endsWith(' GMT') ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(wanted) ? null : Math.min(Math.max(wanted, 0), LONGEST)
}
