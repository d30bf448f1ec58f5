import type { EmbeddedFacts } from '@stowage/analysis'
import { microsOfText } from '../time/given-time.ts'
import type { Micros } from '../time/timestamp.ts'

/**
 * When the picture was taken, by which lists are sorted: as UTC where the file says no offset. `null` when it does not
 * say when, and for years that no database here can hold.
 */
export function takenAt(embedded: EmbeddedFacts | null): Micros | null {
  const text = embedded?.takenAt ?? null
  if (text === null) return null
  const micros = microsOfText(hasOffset(text) ? text : `${text}Z`)
  return Number.isSafeInteger(micros) ? micros : null
}

/** After the day, `+` and `-` begin an offset. */
function hasOffset(text: string): boolean {
  return /[Z+-]/.test(text.slice('2024-05-01'.length))
}
