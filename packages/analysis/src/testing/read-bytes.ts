import type { EmbeddedFacts } from '../facts/embedded-facts.ts'
import { EditedFile } from '../location/edits/edited-file.ts'
import { locationEdits } from '../location/location-edits.ts'
import { readPhoto } from '../photo/read-photo.ts'
import { BoundedReader } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { readingBudget } from '../reading/reading-budget.ts'

/** A reader of bytes in memory, with the budget of a file of this size. */
export function readerOf(bytes: Buffer, maxBytes: number = 2 ** 24): BoundedReader {
  const budget = readingBudget(bytes.length, { maxTimeMs: 10_000, maxBytes })
  return new BoundedReader(bytesAsFile(bytes), budget)
}

/** What a picture says of itself. */
export function photoIn(bytes: Buffer, mimeType: string): Promise<EmbeddedFacts | null> {
  return readPhoto(readerOf(bytes), mimeType)
}

/** The file without its location; `null` for one that Stowage refuses. */
export async function cleaned(bytes: Buffer, mimeType: string): Promise<Buffer | null> {
  const edits = await locationEdits(bytesAsFile(bytes), mimeType)
  return edits && Buffer.from(new EditedFile(edits).apply(0, bytes))
}
