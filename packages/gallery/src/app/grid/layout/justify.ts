/** Where a file is drawn, from the upper left corner of its chunk. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Frame {
  readonly width: number
  readonly gap: number
  /** The wanted height of a row. No row differs from it by more than `TOLERANCE`. */
  readonly rowHeight: number
}

/** Boxes, and the height that their rows take with the gap below each. */
export interface Rows {
  readonly boxes: readonly Box[]
  readonly height: number
}

/** A usual file: a photo, somewhat wider than high. */
const USUAL_ASPECT = 1.33
/** The most that a row differs from the wanted height, as a share of it. */
export const TOLERANCE = 0.25
/** What it costs to crop one picture, as many times as what a row of another height costs. */
const CROPPED = 10

/** About the height of a chunk of `count` files, before the files are known. */
export function chunkHeight(count: number, { width, gap, rowHeight }: Frame): number {
  const rows = Math.max(1, Math.round((count * USUAL_ASPECT * rowHeight) / width))
  return rows * (rowHeight + gap)
}

/**
 * Boxes of files with these aspects, in rows that fill the width and are about as high as wanted. Where shapes leave no
 * other choice, the pictures of a row are cropped. `isLast`: no files follow, so the last row need not fill the width.
 * With `height`, the rows fill that, whatever becomes of theirs.
 */
export function justify(
  aspects: readonly number[],
  frame: Frame,
  { isLast = false, height }: { isLast?: boolean; height?: number | undefined } = {},
): Rows {
  const { gap, rowHeight } = frame
  const rows = splitRows(aspects, frame, isLast).map(([from, to], index, all) => {
    const row = aspects.slice(from, to)
    const filled = filledHeight(sumOf(row), row.length, frame)
    const isShort = isLast && index === all.length - 1 && filled > rowHeight
    const scale = isShort ? rowHeight : filled
    return { row, scale, height: clamp(scale, rowHeight) }
  })
  const natural = rows.reduce((sum, row) => sum + row.height, 0)
  const crop = height === undefined ? 1 : (height - gap * rows.length) / natural
  const boxes: Box[] = []
  let top = 0
  for (const { row, scale, height: own } of rows) {
    let left = 0
    for (const aspect of row) {
      boxes.push({ left, top, width: aspect * scale, height: own * crop })
      left += aspect * scale + gap
    }
    top += own * crop + gap
  }
  return { boxes, height: top }
}

type Range = readonly [from: number, to: number]

/** Of all ways to break the files into rows, the one whose rows are nearest to the wanted height. */
function splitRows(aspects: readonly number[], frame: Frame, isLast: boolean): readonly Range[] {
  const { rowHeight } = frame
  const best = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= aspects.length; end += 1) {
    let least = { cost: Number.POSITIVE_INFINITY, from: end - 1 }
    let sum = 0
    for (let from = end - 1; from >= 0; from -= 1) {
      sum += aspects[from] ?? 1
      const filled = filledHeight(sum, end - from, frame)
      const mayBeShort = isLast && end === aspects.length
      const row = mayBeShort && filled > rowHeight ? 0 : costOf(filled, end - from, rowHeight)
      const cost = (best[from]?.cost ?? 0) + row
      if (cost < least.cost) least = { cost, from }
      // With more files it only gets lower.
      if (filled < rowHeight / 2) break
    }
    best.push(least)
  }
  const rows: Range[] = []
  for (let end = aspects.length; end > 0; ) {
    const { from } = best[end] ?? { from: 0 }
    rows.unshift([from, end])
    end = from
  }
  return rows
}

/** Of a row of `count` files: how far its height is from the wanted one, and how much of each picture is lost. */
function costOf(filled: number, count: number, wanted: number): number {
  const off = Math.log(filled / wanted)
  const lost = Math.log(filled / clamp(filled, wanted))
  return off * off + CROPPED * count * Math.abs(lost)
}

/** The height at which `count` files fill the width. */
function filledHeight(sum: number, count: number, { width, gap }: Frame): number {
  return Math.max(1, width - gap * (count - 1)) / sum
}

function clamp(height: number, wanted: number): number {
  return Math.min(wanted * (1 + TOLERANCE), Math.max(wanted * (1 - TOLERANCE), height))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
