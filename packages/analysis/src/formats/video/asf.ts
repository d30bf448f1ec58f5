import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

const FILE_PROPERTIES = 'a1dcab8c47a9cf118ee400c00c205365'
const STREAM_PROPERTIES = '9107dcb7b7a9cf118ee600c00c205365'
const VIDEO = 'c0ef19bc4d5bcf11a8fd00805f5c442b'
const MAX_OBJECTS = 512

/** Windows Media: play time without preroll, and the first video stream (ASF 1.2, 3.2, 3.3 and 9.2). */
export async function measureAsf(reader: BoundedReader): Promise<Measures> {
  const header = await reader.read(0, 30)
  const end = Math.min(Number(header.readBigUInt64LE(16)), reader.size)
  let measures: Measures = { mimeType: 'audio/x-ms-wma' }
  for (let at = 30, objects = 0; at + 24 <= end && objects < MAX_OBJECTS; objects += 1) {
    const bytes = await reader.read(at, at + 104)
    const kind = bytes.toString('hex', 0, 16)
    if (kind === FILE_PROPERTIES) {
      const seconds =
        Number(bytes.readBigUInt64LE(64)) / 1e7 - Number(bytes.readBigUInt64LE(80)) / 1e3
      measures = { ...measures, durationSeconds: seconds > 0 ? seconds : null }
    }
    if (kind === STREAM_PROPERTIES && bytes.toString('hex', 24, 40) === VIDEO) {
      const size = { width: bytes.readUInt32LE(78), height: bytes.readUInt32LE(82) }
      measures = { ...measures, mimeType: 'video/x-ms-wmv', ...size }
    }
    const size = Number(bytes.readBigUInt64LE(16))
    if (size < 24) break
    at += size
  }
  return measures
}
