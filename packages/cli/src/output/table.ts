import stringWidth from 'string-width'
import { printable } from './printable.ts'

/** One column: its heading, and what it shows of a row. */
export interface Column<Row> {
  readonly head: string
  readonly text: (row: Row) => string
  /** Aligns the column to the right, for numbers. */
  readonly right?: boolean
  /** Terminal columns to which cells are cut. Default: never cut. */
  readonly atMost?: number
}

const GAP = '   '

/** Lines of a table, the heading first. All text counts as data: `printable` applies. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const cells = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map((column) => cellOf(column, row))),
  ]
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((line) => stringWidth(line[index] ?? ''))),
  )
  return cells.map((line) =>
    line
      .map((cell, index) => padded(cell, widths[index] ?? 0, columns[index]?.right === true))
      .join(GAP)
      .trimEnd(),
  )
}

function cellOf<Row>({ text, atMost }: Column<Row>, row: Row): string {
  const cell = printable(text(row))
  return atMost === undefined ? cell : cutTo(cell, atMost)
}

/** Cuts text between the characters that people see. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

function padded(cell: string, width: number, right: boolean): string {
  const room = ' '.repeat(Math.max(0, width - stringWidth(cell)))
  return right ? room + cell : cell + room
}
