import type { ImportItem } from '@stowage/core'

/** A record of the other system that has the file, as `attach` of the store takes it. */
export interface EntryOwner {
  readonly type: string
  readonly id: string
  readonly field: string
}

/** A file that an import found. */
export interface ImportEntry {
  /** What it is called in reports: its path, or its id in the other system. */
  readonly label: string
  /** What the store gets. */
  readonly item: ImportItem
  /** Bytes, where they are known beforehand. */
  readonly size?: number
  /** The records that it belonged to. `importAll` leaves them to `onImported`. */
  readonly owners?: readonly EntryOwner[]
}

/** A row or a file that cannot be imported, and why. */
export interface RefusedEntry {
  readonly label: string
  readonly refused: string
}

/** What a source gives, one after the other: the oldest first where it knows. */
export type ImportSource = AsyncIterable<ImportEntry | RefusedEntry>
