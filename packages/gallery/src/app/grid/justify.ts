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
  /** The wanted height of a row. Each chunk of rows comes as close as its files allow. */
  readonly rowHeight: number
}

/** A usual file: a photo, somewhat wider than high. */
const USUAL_ASPECT = 1.33

/**
 * The height of a chunk of `count` files, whatever they are. It is known before the files are, so nothing moves when
 * they come, and the scroll bar is right from the start.
 */
export function chunkHeight(count: number, { width, gap, rowHeight }: Frame): number {
  const rows = Math.max(1, Math.round((count * USUAL_ASPECT * rowHeight) / width))
  return rows * (rowHeight + gap)
}

/**
 * Boxes of files with these aspects, in rows that fill the width. With `height`, the rows fill that too: `justify`
 * takes the number of rows that fits best, and crops what is left, a few hundredths of each picture.
 */
export function justify(aspects: readonly number[], frame: Frame, height: number | null): Box[] {
  const { width, gap, rowHeight } = frame
  const sum = aspects.reduce((all, aspect) => all + aspect, 0)
  const natural = height === null ? (sum * rowHeight) / width : Math.sqrt((sum * height) / width)
  const rows = splitRows(aspects, sum / Math.max(1, Math.round(natural)))
  const heights = rows.map((row, index) => {
    const room = width - gap * (row.length - 1)
    const filled = room / row.reduce((all, aspect) => all + aspect, 0)
    // A last row of few files is not enlarged to the full width.
    const isLast = height === null && index === rows.length - 1
    return isLast ? Math.min(filled, rowHeight * 1.2) : filled
  })
  const all = heights.reduce((one, other) => one + other, 0)
  const crop = height === null ? 1 : (height - gap * rows.length) / all
  const boxes: Box[] = []
  let top = 0
  rows.forEach((row, index) => {
    const natural = heights[index] ?? rowHeight
    let left = 0
    for (const aspect of row) {
      boxes.push({ left, top, width: aspect * natural, height: natural * crop })
      left += aspect * natural + gap
    }
    top += natural * crop + gap
  })
  return boxes
}

/** Rows of about the same sum of aspects. */
function splitRows(aspects: readonly number[], share: number): number[][] {
  const rows: number[][] = []
  let row: number[] = []
  let before = 0
  for (const aspect of aspects) {
    // A file belongs to the row that contains its middle.
    const end = share * (rows.length + 1)
    if (row.length > 0 && before + aspect / 2 > end) {
      rows.push(row)
      row = []
    }
    row.push(aspect)
    before += aspect
  }
  if (row.length > 0) rows.push(row)
  return rows
}
