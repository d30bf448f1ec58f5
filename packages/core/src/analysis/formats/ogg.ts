import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from './measures.ts'
import { type OggCodec, readOggCodec } from './ogg-codec.ts'

const MAX_STREAMS = 16
const TAIL = 128 * 1024
const NO_GRANULE = 0xffffffffffffffffn

/**
 * The streams that begin at the start of the file, and the last granule position of each, found from the
 * end (RFC 3533, 6). With a picture among them the file is `video/ogg`.
 */
export async function measureOgg(reader: BoundedReader): Promise<Measures> {
  const streams = await readStreams(reader)
  const ends = await lastGranules(reader)
  let length = 0
  for (const [serial, codec] of streams) {
    const granule = ends.get(serial)
    if (granule !== undefined) length = Math.max(length, codec.seconds(granule))
  }
  const video = [...streams.values()].find((codec) => codec.size)
  return {
    mimeType: video ? 'video/ogg' : 'audio/ogg',
    width: video?.size?.width ?? null,
    height: video?.size?.height ?? null,
    durationSeconds: length > 0 ? length : null,
  }
}

async function readStreams(reader: BoundedReader): Promise<ReadonlyMap<number, OggCodec>> {
  const streams = new Map<number, OggCodec>()
  for (let at = 0, pages = 0; pages < MAX_STREAMS; pages += 1) {
    const header = await reader.read(at, at + 27 + 255)
    if (header.length < 28 || header.toString('latin1', 0, 4) !== 'OggS') break
    const isFirst = (header.readUInt8(5) & 2) !== 0
    if (!isFirst) break
    const segments = header.readUInt8(26)
    const body = at + 27 + segments
    const size = header.subarray(27, 27 + segments).reduce((sum, lacing) => sum + lacing, 0)
    const codec = readOggCodec(await reader.read(body, body + Math.min(size, 128)))
    if (codec) streams.set(header.readUInt32LE(14), codec)
    at = body + size
  }
  return streams
}

async function lastGranules(reader: BoundedReader): Promise<ReadonlyMap<number, bigint>> {
  const tail = await reader.read(Math.max(0, reader.size - TAIL), reader.size)
  const granules = new Map<number, bigint>()
  for (
    let at = tail.lastIndexOf('OggS');
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)
  ) {
    if (at + 18 > tail.length) continue
    const granule = tail.readBigUInt64LE(at + 6)
    const serial = tail.readUInt32LE(at + 14)
    if (granule !== NO_GRANULE && !granules.has(serial)) granules.set(serial, granule)
  }
  return granules
}
