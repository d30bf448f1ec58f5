import type { RefusedEntry } from './entry.ts'
import { systemReason } from './system-reason.ts'

/** Why one row or file cannot be imported; the others can. The message reads after the label. */
export class EntryError extends Error {}

/** The entry of a row or file that failed so. Other errors end the import: they are thrown. */
export function refusedEntry(label: string, error: unknown): RefusedEntry {
  if (error instanceof EntryError) return { label, refused: error.message }
  const { code } = Object(error) as { readonly code?: unknown }
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    return { label, refused: systemReason(error) }
  }
  throw error
}
