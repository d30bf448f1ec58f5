import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { type Chunk, chunks } from '../containers/riff.ts'

interface Stream {
  readonly kind: string
  readonly seconds: number
  readonly width: number
  readonly height: number
}

/** Size and length of the video stream, OpenDML's frame count preferred (AVI RIFF file reference; OpenDML 1.02). */
export async function measureAvi(reader: BoundedReader): Promise<Measures> {
  for await (const list of chunks(reader, 12, reader.size)) {
    if (!(await isList(reader, list, 'hdrl'))) continue
    return measureHeaders(reader, list)
  }
  throw new RangeError('no headers')
}

async function measureHeaders(reader: BoundedReader, list: Chunk): Promise<Measures> {
  const streams: Stream[] = []
  let frameSeconds = 0
  let frames = 0
  for await (const chunk of chunks(reader, list.start + 4, list.end)) {
    if (chunk.name === 'avih') {
      const bytes = await reader.read(chunk.start, chunk.start + 20)
      frameSeconds = bytes.readUInt32LE(0) / 1e6
      frames = bytes.readUInt32LE(16)
    } else if (await isList(reader, chunk, 'strl')) {
      streams.push(await readStream(reader, chunk))
    } else if (await isList(reader, chunk, 'odml')) {
      const bytes = await reader.read(chunk.start + 12, chunk.start + 16)
      frames = bytes.readUInt32LE(0) || frames
    }
  }
  const video = streams.find((stream) => stream.kind === 'vids')
  const length = frames * frameSeconds || Math.max(0, ...streams.map((stream) => stream.seconds))
  return {
    width: video?.width ?? null,
    height: video?.height ?? null,
    durationSeconds: length > 0 ? length : null,
  }
}

async function readStream(reader: BoundedReader, list: Chunk): Promise<Stream> {
  let stream: Stream = { kind: '', seconds: 0, width: 0, height: 0 }
  for await (const { name, start } of chunks(reader, list.start + 4, list.end)) {
    if (name === 'strh') {
      const bytes = await reader.read(start, start + 36)
      const rate = bytes.readUInt32LE(24)
      const seconds = rate > 0 ? (bytes.readUInt32LE(32) * bytes.readUInt32LE(20)) / rate : 0
      stream = { ...stream, kind: bytes.toString('latin1', 0, 4), seconds }
    }
    if (name === 'strf' && stream.kind === 'vids') {
      const bytes = await reader.read(start, start + 12)
      stream = { ...stream, width: bytes.readInt32LE(4), height: Math.abs(bytes.readInt32LE(8)) }
    }
  }
  return stream
}

async function isList(reader: BoundedReader, chunk: Chunk, kind: string): Promise<boolean> {
  if (chunk.name !== 'LIST') return false
  return (await reader.read(chunk.start, chunk.start + 4)).toString('latin1') === kind
}
