import { invalidArgument } from '@stowage/core/internal'

const CURSOR = /^records(?:\/([0-9a-f-]{36}))?$/

/** Where a move of blobs continues: after the record with this id. */
export function formatCursor(afterId: string): string {
  return `records/${afterId}`
}

/** The reverse of `formatCursor`; `null` for the beginning. `invalid_argument` for anything else. */
export function parseCursor(cursor: string): string | null {
  const match = CURSOR.exec(cursor)
  if (match === null) throw invalidArgument('cursor', 'Pass the `cursor` of an earlier move.')
  return match[1] ?? null
}
