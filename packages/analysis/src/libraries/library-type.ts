import { fileTypeFromBuffer } from 'file-type'
import { canonicalMimeType } from '../facts/media-types.ts'

/** What file-type says about the head alone. It sees no more of the file, so it has little to walk. */
export async function tellType(head: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(head)
  return found ? canonicalMimeType(found.mime) : null
}
