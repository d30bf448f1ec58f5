import type { Micros } from '../time/timestamp.ts'
import type { Lifetimes } from './signing-options.ts'

const MICROS = 1_000_000

/**
 * The expiry, in Unix seconds, of a URL that is to be good for `expiresIn` seconds: rounded up to the step. Rounded
 * down where it would exceed the maximum, which is at least twice the step.
 */
export function expiryOf(
  now: Micros,
  expiresIn: number,
  { maxExpiresIn, stepSeconds }: Lifetimes,
): number {
  const seconds = now / MICROS
  const wanted = Math.ceil((seconds + expiresIn) / stepSeconds) * stepSeconds
  const latest = Math.floor((seconds + maxExpiresIn) / stepSeconds) * stepSeconds
  return Math.min(wanted, latest)
}

/** Whole seconds until then, rounded down; negative from that second on. */
export function secondsUntil(expires: number, now: Micros): number {
  const micros = expires * MICROS - now
  return micros > 0 ? Math.floor(micros / MICROS) : -1
}
