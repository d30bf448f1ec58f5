import type { RefusedEntry } from './entry.ts'

/** Why one row or file cannot be imported; the others can. The message continues the label. */
export class EntryError extends Error {}

/** The system cannot read this file. */
export class UnreadableFileError extends EntryError {}

/** The entry of a row or file that failed with an `EntryError`. Other errors end the import: they are thrown. */
export function refusedEntry(label: string, error: unknown): RefusedEntry {
  if (error instanceof EntryError) return { label, refused: error.message }
  throw error
}
