import type { Measure } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import { codestreamSize } from './jpeg-2000-codestream.ts'

/** Formats whose size stands at a fixed place of the first bytes. */
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
  [
    'image/vnd.zbrush.pcx',
    at((head) => ({
      width: head.readUInt16LE(8) - head.readUInt16LE(4) + 1,
      height: head.readUInt16LE(10) - head.readUInt16LE(6) + 1,
    })),
  ],
  ['image/x-qoi', at((head) => ({ width: head.readUInt32BE(4), height: head.readUInt32BE(8) }))],
  ['image/x-tga', at((head) => ({ width: head.readUInt16LE(12), height: head.readUInt16LE(14) }))],
  ['image/x-xcf', at((head) => ({ width: head.readUInt32BE(14), height: head.readUInt32BE(18) }))],
  ['image/j2c', at(codestreamSize)],
  ['image/bpg', at(bpg)],
  ['video/x-flc', at((head) => ({ width: head.readUInt16LE(8), height: head.readUInt16LE(10) }))],
])

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
