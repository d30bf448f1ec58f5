import type { HuffmanCodes } from './jpeg-header.ts'

/** Codes have at most 16 bits; entries of the tables that are 0 are no codes. */
const LONGEST = 16
/** Bits that `several` is looked up by: with more the table no longer fits the nearest cache. */
export const WINDOW = 12
/** The last coefficient of a block. */
export const LAST = 63
/** What an end of block adds to the place in the block, in which coefficients have 0 … 63. */
export const END_OF_BLOCK = 128

/** By the next 16 bits: the length of the code in the low byte, in the high one the bits of the value behind it. */
export function dcTable(codes: HuffmanCodes): Uint16Array {
  return tableOf(codes, (value, length) => length | (value << 8))
}

export interface AcTables {
  /** By the next 16 bits: bits of one code with the value behind it, and the coefficients it stands for. */
  readonly one: Uint16Array
  /** By the next `WINDOW` bits: the same of all codes that lie within these, up to the end of the block. */
  readonly several: Uint16Array
}

export function acTables(codes: HuffmanCodes): AcTables {
  const one = tableOf(codes, (value, length) => {
    const bits = value & 15
    // Without a value behind it there are only the end of the block and a run of 16 zeros.
    if (bits === 0 && value !== 0 && value !== 0xf0) return 0
    return (length + bits) | ((value === 0 ? END_OF_BLOCK : (value >> 4) + 1) << 8)
  })
  const several = new Uint16Array(1 << WINDOW)
  for (let window = 0; window < several.length; window++) {
    const next = window << (LONGEST - WINDOW)
    let bits = 0
    let steps = 0
    while (steps < LAST) {
      const entry = one[(next << bits) & 0xffff] ?? 0
      const step = entry >>> 8
      if (entry === 0 || bits + (entry & 255) > WINDOW) break
      // So that no sum of two looks can be taken for an end of block.
      if (step < END_OF_BLOCK && steps + step > LAST) break
      bits += entry & 255
      steps += step
    }
    several[window] = bits | (steps << 8)
  }
  return { one, several }
}

function tableOf(
  { counts, values }: HuffmanCodes,
  entryOf: (value: number, length: number) => number,
): Uint16Array {
  const table = new Uint16Array(1 << LONGEST)
  let code = 0
  let index = 0
  for (let length = 1; length <= LONGEST; length++) {
    const span = 1 << (LONGEST - length)
    for (let left = counts[length - 1] ?? 0; left > 0; left--) {
      table.fill(entryOf(values[index++] ?? 0, length), code * span, (code + 1) * span)
      code += 1
    }
    code <<= 1
  }
  return table
}
