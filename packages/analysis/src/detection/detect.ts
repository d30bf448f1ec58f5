import { UNKNOWN_TYPE } from '../facts/media-types.ts'
import type { Libraries } from '../libraries/libraries.ts'
import { mayLibraryTell } from '../libraries/library-types.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { decodeText } from '../reading/charset.ts'
import { readLegacyText } from '../reading/legacy-text.ts'
import { refineContainer } from './container.ts'
import type { Detection } from './detection.ts'
import { lateType } from './late-type.ts'
import { matchSignature } from './signatures.ts'
import { isTextName, textTypeOf, textTypeOfName } from './text-type.ts'
import { unmistakableTypeOf } from './unmistakable.ts'

/**
 * Finds the type of the bytes: text by its content, all else by our signatures. It asks file-type last, and only about
 * types that nothing here decides: file-type cannot bring back what our own readers have refused.
 */
export async function detect(
  reader: BoundedReader,
  name: string,
  libraries: Libraries,
): Promise<Detection> {
  const head = await reader.head()
  if (head.length === 0) return textTypeOfName(name) ?? { mimeType: UNKNOWN_TYPE }
  const certain = unmistakableTypeOf(head)
  if (certain !== undefined) return refineContainer(reader, certain, name)
  // Text comes before signatures: readable text that begins with a binary one ("BM", "MZ", "ID3") is a coincidence.
  const text = textOf(head, head.length === reader.size, name)
  if (text) return text
  const mimeType = matchSignature(head, reader.size) ?? (await lateType(reader))
  if (mimeType !== undefined) return refineContainer(reader, mimeType, name)
  return legacyTextOf(head, name) ?? { mimeType: await rareType(reader, libraries) }
}

function textOf(head: Buffer, isWhole: boolean, name: string): Detection | undefined {
  const decoded = decodeText(head, isWhole)
  if (!decoded) return undefined
  const type = textTypeOf(decoded.text, name, isWhole)
  const { charset } = decoded
  return charset !== undefined && isTextual(type.mimeType) ? { ...type, charset } : type
}

/** Text in an encoding that a few bytes do not give away, when its content or its name suggests text. */
function legacyTextOf(head: Buffer, name: string): Detection | undefined {
  const text = readLegacyText(head)
  if (text === undefined) return undefined
  const type = textTypeOf(text, name, true)
  return type.mimeType !== 'text/plain' || isTextName(name) ? type : undefined
}

/** Whether the charset helps a reader of the file. */
function isTextual(mimeType: string): boolean {
  return mimeType.startsWith('text/') || /[/+](?:xml|json|x-subrip|mbox|rfc822)$/.test(mimeType)
}

async function rareType(reader: BoundedReader, libraries: Libraries): Promise<string> {
  const mimeType = await libraries.typeOf(reader)
  return mimeType !== undefined && mayLibraryTell(mimeType) ? mimeType : UNKNOWN_TYPE
}
