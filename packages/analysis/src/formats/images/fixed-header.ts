import type { Measure } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import { codestreamSize } from './jpeg-2000-codestream.ts'

/** Formats whose size is at a fixed offset in the first bytes. */
export const FIXED_HEADERS: ReadonlyMap<string, Measure> = new Map([
  ['image/gif', at((head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }))],
  ['image/sgi', at((head) => ({ width: head.readUInt16BE(6), height: head.readUInt16BE(8) }))],
  [
    'image/vnd.adobe.photoshop',
    at((head) => ({ width: head.readUInt32BE(18), height: head.readUInt32BE(14) })),
  ],
  [
    'image/vnd.ms-dds',
    at((head) => ({ width: head.readUInt32LE(16), height: head.readUInt32LE(12) })),
  ],
  ['image/vnd.zbrush.pcx', at(pcx)],
  ['image/x-qoi', at((head) => ({ width: head.readUInt32BE(4), height: head.readUInt32BE(8) }))],
  ['image/x-tga', at((head) => ({ width: head.readUInt16LE(12), height: head.readUInt16LE(14) }))],
  ['image/x-xcf', at((head) => ({ width: head.readUInt32BE(14), height: head.readUInt32BE(18) }))],
  ['image/j2c', at(codestreamSize)],
  ['image/bpg', at(bpg)],
  ['image/ktx', at(ktx)],
  ['image/ktx2', at((head) => ({ width: head.readUInt32LE(20), height: head.readUInt32LE(24) }))],
  ['image/x-jng', at((head) => firstChunk(head, 'JHDR'))],
  ['video/x-mng', at((head) => firstChunk(head, 'MHDR'))],
  [
    'image/x-xwindowdump',
    at((head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) })),
  ],
  ['image/x-dcx', at(dcx)],
  ['image/x-pict', at(pict)],
  ['video/x-flc', at((head) => ({ width: head.readUInt16LE(8), height: head.readUInt16LE(10) }))],
])

/** Width and height of the header chunk after the signature, which must be whole (MNG 1.0, 4.1.1; JNG 1.0, 3.1.1). */
function firstChunk(head: Buffer, name: string): Size {
  const isWhole = head.length >= 16 + head.readUInt32BE(8)
  if (!isWhole || head.toString('latin1', 12, 16) !== name) throw new RangeError('no header')
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** In the byte order of the mark after the signature (KTX 1.0, 2.2). */
function ktx(head: Buffer): Size {
  const isLittle = head.readUInt32LE(12) === 0x04030201
  return isLittle
    ? { width: head.readUInt32LE(36), height: head.readUInt32LE(40) }
    : { width: head.readUInt32BE(36), height: head.readUInt32BE(40) }
}

/** The size of the first page; pages are PCX pictures. */
function dcx(head: Buffer): Size {
  return pcx(head.subarray(head.readUInt32LE(4)))
}

function pcx(head: Buffer): Size {
  return {
    width: head.readUInt16LE(8) - head.readUInt16LE(4) + 1,
    height: head.readUInt16LE(10) - head.readUInt16LE(6) + 1,
  }
}

/** The frame, which follows the size: top, left, bottom and right (Inside Macintosh: Imaging With QuickDraw, A). */
function pict(head: Buffer): Size {
  const [top = 0, left = 0, bottom = 0, right = 0] = [514, 516, 518, 520].map((from) =>
    head.readInt16BE(from),
  )
  return { width: right - left, height: bottom - top }
}

function at(read: (head: Buffer) => Size): Measure {
  return async (reader) => read(await reader.head())
}

/** Two numbers of seven bits a byte after the six bytes of flags (BPG specification, 3.1). */
function bpg(head: Buffer): Size {
  let offset = 6
  function next(): number {
    let value = 0
    for (let count = 0; count < 5; count += 1) {
      const byte = head.readUInt8(offset)
      offset += 1
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) break
    }
    return value
  }
  return { width: next(), height: next() }
}
