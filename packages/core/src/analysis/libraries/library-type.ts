import { fileTypeFromBuffer } from 'file-type'
import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from '../formats/measures.ts'
import { canonicalMimeType } from '../media-types.ts'

/** What file-type says to the head alone: it sees no more of the file, so that it has little to walk. */
export async function tellType(reader: BoundedReader): Promise<Measures> {
  const found = await fileTypeFromBuffer(await reader.head())
  return found ? { mimeType: canonicalMimeType(found.mime) } : {}
}
