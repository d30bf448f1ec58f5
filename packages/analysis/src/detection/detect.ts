import { UNKNOWN_TYPE } from '../facts/media-types.ts'
import type { Libraries } from '../libraries/libraries.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { decodeText } from '../reading/charset.ts'
import { refineContainer } from './container.ts'
import type { Detection } from './detection.ts'
import { matchSignature } from './signatures.ts'
import { textTypeOf, textTypeOfName } from './text-type.ts'

/** Finds the type of the bytes: text by its content, all else by our signatures, then by those of file-type. */
export async function detect(
  reader: BoundedReader,
  name: string,
  libraries: Libraries,
): Promise<Detection> {
  const head = await reader.head()
  if (head.length === 0) return textTypeOfName(name) ?? { mimeType: UNKNOWN_TYPE }
  const isWhole = head.length === reader.size
  const decoded = decodeText(head, isWhole)
  // Asked first: a binary signature that is also readable text ("BM", "MZ", "ID3") is a coincidence.
  if (decoded) {
    const type = textTypeOf(decoded.text, name, isWhole)
    const { charset } = decoded
    return charset !== undefined && isTextual(type.mimeType) ? { ...type, charset } : type
  }
  const mimeType =
    matchSignature(head) ??
    (await discType(reader)) ??
    (await libraries.ask('type', reader)).mimeType ??
    latePdfType(head)
  if (mimeType === undefined) return { mimeType: UNKNOWN_TYPE }
  return refineContainer(reader, mimeType, name)
}

/** Whether the charset helps a reader of the file. */
function isTextual(mimeType: string): boolean {
  return mimeType.startsWith('text/') || /[/+](?:xml|json|x-subrip|mbox|rfc822)$/.test(mimeType)
}

/** The first volume descriptor of a disc image lies at a fixed place (ECMA-119, 6.2.1). */
async function discType(reader: BoundedReader): Promise<string | undefined> {
  const mark = await reader.read(0x8001, 0x8006)
  return mark.toString('latin1') === 'CD001' ? 'application/x-iso9660-image' : undefined
}

/** PDF readers take a header within the first 1,024 bytes (PDF 1.7, implementation note 13). */
function latePdfType(head: Buffer): string | undefined {
  return head.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : undefined
}
