import { type EmbeddedFacts, NO_EMBEDDED_FACTS } from '../facts/embedded-facts.ts'
import { pdfPages } from '../pages/pdf-pages.ts'
import { readPhoto } from '../photo/read-photo.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { unlessDamaged } from '../reading/unless-damaged.ts'

/** What a file of this type says of itself; `null` when that is nothing. */
export async function readEmbedded(
  reader: BoundedReader,
  mimeType: string,
): Promise<EmbeddedFacts | null> {
  if (mimeType !== 'application/pdf') return readPhoto(reader, mimeType)
  const pageCount = await unlessDamaged(() => pdfPages(reader))
  return pageCount === null ? null : { ...NO_EMBEDDED_FACTS, pageCount }
}
