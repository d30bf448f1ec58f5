import type { Size } from '../../facts/size.ts'

const SEQUENCE_HEADER = Buffer.from([0, 0, 1, 0xb3])

/** Size in the first sequence header of MPEG-1 or MPEG-2 video (ISO/IEC 13818-2, 6.2.2.1). */
export function mpegVideoSize(stream: Buffer): Size | undefined {
  const at = stream.indexOf(SEQUENCE_HEADER)
  if (at < 0) return undefined
  const size = stream.readUIntBE(at + 4, 3)
  return { width: size >> 12, height: size & 0xfff }
}
