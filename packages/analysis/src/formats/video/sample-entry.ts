import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { cleanAperture } from '../containers/clean-aperture.ts'
import { findBox, type IsoBox } from '../containers/iso-boxes.ts'

/** How the samples of a track are coded. */
interface SampleEntry {
  /** Four characters; empty without an entry. */
  readonly codec: string
  /** Pixels of a picture after its clean aperture; `undefined` when the entry does not say. */
  readonly size: Size | undefined
}

/** Bytes of the fields of a picture's entry, before the boxes inside it. */
const FIELDS = 78

/** The first sample entry of a track (ISO/IEC 14496-12, 8.5.2, 12.1.3 and 12.1.4). */
export async function readSampleEntry(reader: BoundedReader, media: IsoBox): Promise<SampleEntry> {
  const box = await findBox(reader, media, 'minf', 'stbl', 'stsd')
  if (!box || box.end - box.start < 16) return { codec: '', size: undefined }
  const bytes = await reader.read(box.start + 8, box.start + 44)
  const codec = bytes.toString('latin1', 4, 8)
  if (bytes.length < 36) return { codec, size: undefined }
  const size = { width: bytes.readUInt16BE(32), height: bytes.readUInt16BE(34) }
  if (size.width === 0 || size.height === 0) return { codec, size: undefined }
  const start = box.start + 16 + FIELDS
  const end = Math.min(box.end, box.start + 8 + bytes.readUInt32BE(0))
  const clap = await findBox(reader, { start, end }, 'clap')
  return { codec, size: clap ? await cleanAperture(reader, clap, size) : size }
}
