export interface BlockJpegOptions {
  /** Blocks of 8 × 8. */
  readonly across: number
  readonly down: number
  /** Blocks between two restart markers; 0 for none. */
  readonly restartInterval: number
  /** Y, Cb and Cr of a block, 0 … 255. */
  readonly colourOf: (column: number, row: number) => readonly [number, number, number]
}

/** A JPEG whose blocks are of one colour each: DC coefficients only, in units of one block. */
export function blockJpeg({ across, down, restartInterval, colourOf }: BlockJpegOptions): Buffer {
  const data: number[] = []
  let bits = ''
  const flush = (): void => {
    for (let at = 0; at < bits.length; at += 8) {
      const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2)
      data.push(byte, ...(byte === 0xff ? [0] : []))
    }
    bits = ''
  }
  const last = [0, 0, 0]
  for (let block = 0; block < across * down; block++) {
    if (restartInterval > 0 && block > 0 && block % restartInterval === 0) {
      flush()
      data.push(0xff, 0xd0 + ((block / restartInterval - 1) % 8))
      last.fill(0)
    }
    for (const [index, value] of colourOf(block % across, Math.floor(block / across)).entries()) {
      const coefficient = (value - 128) * 8
      bits += differenceOf(coefficient - (last[index] ?? 0))
      // The end of the block.
      bits += '0'
      last[index] = coefficient
    }
  }
  flush()
  const sides = [down * 8, across * 8].flatMap((side) => [side >> 8, side & 255])
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc0, [8, ...sides, 3, ...[1, 2, 3].flatMap((id) => [id, 0x11, 0])]),
    // Differences of 0 … 11 bits have codes of 4 bits; the end of the block has one of 1.
    ...segment(0xc4, [0x00, ...counts(4, 12), ...Array(12).keys()]),
    ...segment(0xc4, [0x10, ...counts(1, 1), 0]),
    ...(restartInterval > 0 ? segment(0xdd, [restartInterval >> 8, restartInterval & 255]) : []),
    ...segment(0xda, [3, ...[1, 2, 3].flatMap((id) => [id, 0]), 0, 63, 0]),
    ...data,
    ...[0xff, 0xd9],
  ])
}

/** ITU-T T.81, F.1.2.1. */
function differenceOf(value: number): string {
  const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1
  const code = size.toString(2).padStart(4, '0')
  if (size === 0) return code
  return code + (value > 0 ? value : value + 2 ** size - 1).toString(2).padStart(size, '0')
}

function counts(length: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, index) => (index === length - 1 ? count : 0))
}

function segment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2
  return [0xff, marker, length >> 8, length & 255, ...content]
}
