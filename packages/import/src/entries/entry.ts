import type { ImportItem, OwnerField } from '@stowage/core'

/** A file that an import found. */
export interface ImportEntry {
  /** What it is called in reports: its path, or its id in the other system. */
  readonly label: string
  /** What the store gets. */
  readonly item: ImportItem
  /** Bytes, where they are known beforehand. */
  readonly size?: number
  /** The records that it belonged to. `importAll` attaches it to them on request. */
  readonly owners?: readonly OwnerField[]
}

/** A row or a file that cannot be imported, and why. */
export interface RefusedEntry {
  readonly label: string
  readonly refused: string
}

/** What a source gives, one after the other: the oldest first where it knows. */
export type ImportSource = AsyncIterable<ImportEntry | RefusedEntry>
