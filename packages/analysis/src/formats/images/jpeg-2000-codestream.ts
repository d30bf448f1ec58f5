import type { Size } from '../../facts/size.ts'

/** The size in the SIZ segment at the start of a JPEG 2000 codestream: extent minus offset (ITU-T T.800, A.5.1). */
export function codestreamSize(stream: Buffer): Size {
  if (stream.readUInt32BE(0) !== 0xff4fff51) throw new RangeError('no codestream')
  return {
    width: stream.readUInt32BE(8) - stream.readUInt32BE(16),
    height: stream.readUInt32BE(12) - stream.readUInt32BE(20),
  }
}
