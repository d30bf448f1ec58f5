import { extensionOf } from '../facts/file-name.ts'
import { afterId3 } from '../formats/containers/id3.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import { compoundFileTypeOf } from './compound-file.ts'
import type { Detection } from './detection.ts'
import { zipTypeOf } from './zip-type.ts'

/** Looks into containers that hold documents of many kinds; a broken one stays what its signature says. */
export async function refineContainer(
  reader: BoundedReader,
  mimeType: string,
  name: string,
): Promise<Detection> {
  try {
    if (mimeType === 'application/zip') return { mimeType: await zipTypeOf(reader, name) }
    if (mimeType === 'image/tiff') return { mimeType: rawTypeOf(name) ?? mimeType }
    if (mimeType === 'audio/mpeg') return { mimeType: await taggedAudioTypeOf(reader) }
    if (mimeType === 'application/x-cfb') return { mimeType: await compoundFileTypeOf(reader) }
  } catch (cause) {
    if (!isRangeError(cause)) throw cause
  }
  return { mimeType }
}

/** Raw photos are TIFF files by their bytes. Only the name says which maker's. */
const RAW_NAMES: ReadonlyMap<string, string> = new Map([
  ['arw', 'image/x-sony-arw'],
  ['cr2', 'image/x-canon-cr2'],
  ['nef', 'image/x-nikon-nef'],
])

function rawTypeOf(name: string): string | undefined {
  return RAW_NAMES.get(extensionOf(name) ?? '')
}

/** ID3 tags also stand before other sound than MP3. */
async function taggedAudioTypeOf(reader: BoundedReader): Promise<string> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 4)
  const [, mimeType = 'audio/mpeg'] =
    TAGGED.find(([mark]) => bytes.toString('latin1') === mark) ?? []
  const isAdts = bytes.length === 4 && (bytes.readUInt16BE(0) & 0xfff6) === 0xfff0
  return isAdts ? 'audio/aac' : mimeType
}

const TAGGED: readonly (readonly [string, string])[] = [
  ['fLaC', 'audio/flac'],
  ['MAC ', 'audio/ape'],
  ['MP+\x07', 'audio/x-musepack'],
  ['MPCK', 'audio/x-musepack'],
  ['wvpk', 'audio/wavpack'],
  ['TTA1', 'audio/x-tta'],
  ['OggS', 'audio/ogg'],
]
