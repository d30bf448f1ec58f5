import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

const NAME = /^[^\0]{1,255}$/
const MAX_ATTRIBUTES = 256

/** The display window, which is what viewers show of the picture (OpenEXR file layout, "Header"). */
export async function measureOpenExr(reader: BoundedReader): Promise<Measures> {
  for (let at = 8, count = 0; count < MAX_ATTRIBUTES; count += 1) {
    const bytes = await reader.read(at, at + 600)
    const [name = '', type = ''] = bytes.toString('latin1').split('\0', 2)
    if (!NAME.test(name)) break
    const value = name.length + type.length + 2
    const length = bytes.readUInt32LE(value)
    if (name === 'displayWindow' && type === 'box2i') {
      const [left, top, right, bottom] = [4, 8, 12, 16].map((from) =>
        bytes.readInt32LE(value + from),
      )
      return { width: side(left, right), height: side(top, bottom) }
    }
    at += value + 4 + length
  }
  throw new RangeError('no display window')
}

function side(from = 0, to = 0): number {
  return to - from + 1
}
