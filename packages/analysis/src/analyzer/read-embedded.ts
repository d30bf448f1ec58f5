import { type EmbeddedFacts, NO_EMBEDDED_FACTS } from '../facts/embedded-facts.ts'
import { pdfPages } from '../pages/pdf-pages.ts'
import { readPhoto } from '../photo/read-photo.ts'
import { type BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'

/** What a file of this type says of itself; `null` when that is nothing. */
export async function readEmbedded(
  reader: BoundedReader,
  mimeType: string,
): Promise<EmbeddedFacts | null> {
  if (mimeType !== 'application/pdf') return readPhoto(reader, mimeType)
  const pageCount = await pagesUnlessDamaged(reader)
  return pageCount === null ? null : { ...NO_EMBEDDED_FACTS, pageCount }
}

async function pagesUnlessDamaged(reader: BoundedReader): Promise<number | null> {
  try {
    return await pdfPages(reader)
  } catch (cause) {
    if (isRangeError(cause) || cause instanceof BudgetExceeded) return null
    throw cause
  }
}
