import type { CodedRuns } from './coded-runs.ts'
import { type AcTables, acTables, dcTable, END_OF_BLOCK, LAST, WINDOW } from './huffman-tables.ts'
import type { JpegHeader } from './jpeg-header.ts'

/** The DC coefficients of a component, one for each block. */
export interface MeanPlane {
  readonly data: Int16Array
  readonly stride: number
}

/** Blocks of one component, and how they are coded. */
interface Coding {
  readonly plane: Int16Array
  readonly stride: number
  /** Blocks of a unit. */
  readonly across: number
  readonly down: number
  readonly dc: Uint16Array
  readonly ac: AcTables
}

/** Most bits of a DC difference at 8 bits a sample. */
const LARGEST_DC = 11

/**
 * Decodes the DC coefficient of every block, and steps over the others. `null` at anything that is not as
 * it should be. Throws a `RangeError` when the data ends before the picture does.
 */
export function blockMeans(header: JpegHeader, { view, ends }: CodedRuns): MeanPlane[] | null {
  const { across, total, codings } = layoutOf(header)
  const predictions = new Int32Array(codings.length)
  let unit = 0
  let start = 0
  for (const end of ends) {
    const stop = header.restartInterval === 0 ? total : unit + header.restartInterval
    let at = start * 8
    predictions.fill(0)
    for (; unit < Math.min(stop, total) && at >= 0; unit++) {
      const row = Math.floor(unit / across)
      for (let index = 0; index < codings.length && at >= 0; index++) {
        const coding = codings[index] as Coding
        at = readUnit(view, at, coding, row, unit - row * across, predictions, index)
      }
    }
    // The last byte is filled up.
    if (at < 0 || at > end * 8 || at <= end * 8 - 8) return null
    start = end
  }
  return unit === total ? codings.map(({ plane, stride }) => ({ data: plane, stride })) : null
}

/** Reads the blocks that one component has in a unit; where they end, in bits, or -1. */
function readUnit(
  view: DataView,
  from: number,
  { plane, stride, across, down, dc, ac: { one, several } }: Coding,
  row: number,
  column: number,
  predictions: Int32Array,
  index: number,
): number {
  let at = from
  let prediction = predictions[index] ?? 0
  for (let y = row * down; y < (row + 1) * down; y++) {
    for (let x = column * across; x < (column + 1) * across; x++) {
      const entry = dc[peek(view, at) >>> 16] ?? 0
      const bits = entry >>> 8
      if (entry === 0 || bits > LARGEST_DC) return -1
      at += entry & 255
      if (bits > 0) prediction += valueAt(view, at, bits)
      plane[y * stride + x] = prediction
      at = afterBlock(view, at + bits, one, several)
      if (at < 0) return -1
    }
  }
  predictions[index] = prediction
  return at
}

function layoutOf({ width, height, components }: JpegHeader) {
  // Luma has the most.
  const across = Math.ceil(width / 8 / (components[0]?.across ?? 1))
  const down = Math.ceil(height / 8 / (components[0]?.down ?? 1))
  const codings = components.map((component): Coding => {
    const stride = across * component.across
    return {
      plane: new Int16Array(stride * down * component.down),
      stride,
      across: component.across,
      down: component.down,
      dc: dcTable(component.dc),
      ac: acTables(component.ac),
    }
  })
  return { across, total: across * down, codings }
}

/** The next 25 bits at least, from the highest of 32 on. */
function peek(view: DataView, at: number): number {
  return view.getUint32(at >>> 3) << (at & 7)
}

/** The value in those bits, at least one (ITU-T T.81, F.2.2.1): what begins with a zero is negative. */
function valueAt(view: DataView, at: number, bits: number): number {
  const value = peek(view, at) >>> (32 - bits)
  // Without a branch, which nobody could predict: -1 when it begins with a zero, else 0.
  const isLow = (value >>> (bits - 1)) - 1
  return value + (isLow & (1 - (1 << bits)))
}

/** Where the block's AC coefficients end, in bits; -1 when these are no codes. */
function afterBlock(view: DataView, from: number, one: Uint16Array, several: Uint16Array): number {
  let at = from
  let last = 0
  for (;;) {
    const next = peek(view, at)
    const entry = several[next >>> (32 - WINDOW)] ?? 0
    const then = last + (entry >>> 8)
    if (entry !== 0 && then < LAST) {
      // The bits at hand hold a second window.
      const second = several[(next << (entry & 255)) >>> (32 - WINDOW)] ?? 0
      const later = then + (second >>> 8)
      at += entry & 255
      last = then
      if (second === 0) continue
      if (later < LAST) {
        at += second & 255
        last = later
        continue
      }
      if (isEnd(later)) return at + (second & 255)
    } else if (entry !== 0 && isEnd(then)) {
      return at + (entry & 255)
    }
    const single = one[peek(view, at) >>> 16] ?? 0
    if (single === 0) return -1
    at += single & 255
    last += single >>> 8
    if (last === LAST || last >= END_OF_BLOCK) return at
    if (last > LAST) return -1
  }
}

/** Not past the end of the block, where codes of the next one stand. */
function isEnd(last: number): boolean {
  return last === LAST || (last >= END_OF_BLOCK && last < END_OF_BLOCK + LAST)
}
