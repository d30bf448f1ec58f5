import type { ImportItem, OwnerField } from '@stowage/core'

/** A file that an import found. */
export interface ImportEntry {
  /** Its name in reports: its path, or its id in the other system. */
  readonly label: string
  /** The item that the store gets. */
  readonly item: ImportItem
  /** Bytes, when known beforehand. */
  readonly size?: number
  /** The records that it belonged to. `importAll` attaches it to them on request, in the order of the entries. */
  readonly owners?: readonly OwnerField[]
}

/** A row or a file that cannot be imported, and why. */
export interface RefusedEntry {
  readonly label: string
  readonly refused: string
}

/** Something that a person should know about. It stops nothing from being imported. */
export interface ImportWarning {
  /** What it is about. */
  readonly label: string
  /** Text that continues the label. */
  readonly warning: string
}

/** Says that a file belonged to a record. Names the file by its `id` in the store, or by its `externalId`. */
export type ImportAttachment = { readonly owner: OwnerField } & (
  | { readonly id: string }
  | { readonly externalId: string }
)

/** Yields the files of a source one by one: the oldest first, when it knows their age. */
export interface ImportSource extends AsyncIterable<ImportEntry | RefusedEntry | ImportWarning> {
  /**
   * The attachments of its files, grouped by field, in the order of the field. `importAll` asks for them after the
   * files, so that the order does not depend on which file came first. Default: `owners` of the entries.
   */
  attachments?(): AsyncIterable<ImportAttachment>
  /** Whether `importAll` attaches files by default. Default `false`. */
  readonly attaches?: boolean
}
