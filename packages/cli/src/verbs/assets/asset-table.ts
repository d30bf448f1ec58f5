import { formatAge, formatBytes } from '../../output/quantities.ts'
import type { Column } from '../../output/table.ts'
import type { AssetItem } from '../../target/asset-item.ts'

interface SizedColumn extends Column<AssetItem> {
  /** The most columns of the terminal that it takes, with the gap before it. */
  readonly width: number
  /** Shown on terminals at least this wide. */
  readonly from: number
}

const LEAST_NAME = 20

/**
 * Columns of a list of assets. On a terminal each asset fits on one line: names are cut, and narrow terminals get fewer
 * columns. In a pipe nothing is cut.
 */
export function assetColumns(
  columns: number | undefined,
  trashed: boolean,
): readonly Column<AssetItem>[] {
  const age: SizedColumn = trashed
    ? { head: 'TRASHED', text: ({ trashed_at }) => ageOf(trashed_at), width: 17, from: 100 }
    : { head: 'CREATED', text: ({ created_at }) => ageOf(created_at), width: 17, from: 100 }
  const typeRoom = columns === undefined ? {} : { atMost: 20 }
  const others: readonly SizedColumn[] = [
    { head: 'TYPE', text: ({ mime_type }) => mime_type, ...typeRoom, width: 23, from: 110 },
    { head: 'SIZE', text: ({ size }) => formatBytes(size), right: true, width: 10, from: 0 },
    { head: 'DIMENSIONS', text: dimensionsOf, width: 14, from: 125 },
    age,
    { head: 'ID', text: ({ id }) => id, width: 39, from: 0 },
  ]
  const room = columns ?? Number.POSITIVE_INFINITY
  const shown = others.filter(({ from }) => room >= from)
  const left = shown.reduce((rest, { width }) => rest - width, room)
  return [{ head: 'NAME', text: ({ name }) => name, atMost: Math.max(LEAST_NAME, left) }, ...shown]
}

/** `4032×3024`; empty for a file without dimensions. */
export function dimensionsOf({ width, height }: Pick<AssetItem, 'width' | 'height'>): string {
  return width === null || height === null ? '' : `${width}×${height}`
}

function ageOf(timestamp: string | null): string {
  return timestamp === null ? '' : formatAge(timestamp)
}
