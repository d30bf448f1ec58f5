import { fileTypeFromBuffer } from 'file-type'
import type { Measures } from '../facts/measures.ts'
import { canonicalMimeType } from '../facts/media-types.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'

/** What file-type says to the head alone: it sees no more of the file, so that it has little to walk. */
export async function tellType(reader: BoundedReader): Promise<Measures> {
  const found = await fileTypeFromBuffer(await reader.head())
  return found ? { mimeType: canonicalMimeType(found.mime) } : {}
}
