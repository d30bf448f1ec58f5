import { extensionOf } from '../facts/file-name.ts'
import { isAc3, isEac3 } from '../formats/audio/ac3.ts'
import { afterId3 } from '../formats/containers/id3.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import { compoundFileTypeOf } from './compound-file.ts'
import type { Detection } from './detection.ts'
import { zipTypeOf } from './zip-type.ts'

/** Looks into containers that hold many kinds of document; a broken one keeps the type of its signature. */
export async function refineContainer(
  reader: BoundedReader,
  mimeType: string,
  name: string,
): Promise<Detection> {
  try {
    if (mimeType === 'application/zip') return { mimeType: await zipTypeOf(reader, name) }
    if (mimeType === 'image/tiff') return { mimeType: await rawTypeOf(reader, name) }
    if (mimeType === 'audio/mpeg') return { mimeType: await taggedAudioTypeOf(reader) }
    if (mimeType === 'application/x-cfb') return { mimeType: await compoundFileTypeOf(reader) }
  } catch (cause) {
    if (!isRangeError(cause)) throw cause
  }
  return { mimeType }
}

/** Raw photos are TIFF files by their bytes. Canon's have a mark; for others only the name tells the maker. */
const RAW_NAMES: ReadonlyMap<string, string> = new Map([
  ['arw', 'image/x-sony-arw'],
  ['nef', 'image/x-nikon-nef'],
])

async function rawTypeOf(reader: BoundedReader, name: string): Promise<string> {
  const isCanon = (await reader.head()).toString('latin1', 8, 11) === 'CR\x02'
  return isCanon ? 'image/x-canon-cr2' : (RAW_NAMES.get(extensionOf(name) ?? '') ?? 'image/tiff')
}

/** ID3 tags precede other kinds of sound too, not only MP3. */
async function taggedAudioTypeOf(reader: BoundedReader): Promise<string> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + TAGGED_BYTES)
  const mark = bytes.toString('latin1', 0, 12)
  const tagged = TAGGED.find(([pattern]) => pattern.test(mark))
  if (tagged) return tagged[1]
  if (isAc3(bytes, reader.size - start)) return 'audio/ac3'
  if (isEac3(bytes, reader.size - start)) return 'audio/eac3'
  const isAdts = bytes.length >= 4 && (bytes.readUInt16BE(0) & 0xfff6) === 0xfff0
  return isAdts ? 'audio/aac' : 'audio/mpeg'
}

/** Enough for the largest frame of AC-3. */
const TAGGED_BYTES = 4096

const TAGGED: readonly (readonly [RegExp, string])[] = [
  [/^fLaC/, 'audio/flac'],
  [/^MAC /, 'audio/ape'],
  [/^MP\+/, 'audio/x-musepack'],
  [/^MPCK/, 'audio/x-musepack'],
  [/^wvpk/, 'audio/wavpack'],
  [/^TTA1/, 'audio/x-tta'],
  [/^tBaK/, 'audio/x-tak'],
  [/^OggS/, 'audio/ogg'],
  [/^R(?:IFF|F64)....WAVE/s, 'audio/wav'],
  [/^FORM....AIF[FC]/s, 'audio/aiff'],
]
