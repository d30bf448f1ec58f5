import type { ImportItem, OwnerField } from '@stowage/core'

/** A file that an import found. */
export interface ImportEntry {
  /** What it is called in reports: its path, or its id in the other system. */
  readonly label: string
  /** What the store gets. */
  readonly item: ImportItem
  /** Bytes, where they are known beforehand. */
  readonly size?: number
  /** The records that it belonged to. `importAll` attaches it to them on request, in the order of the entries. */
  readonly owners?: readonly OwnerField[]
}

/** A row or a file that cannot be imported, and why. */
export interface RefusedEntry {
  readonly label: string
  readonly refused: string
}

/** Something that a person should know of, and that keeps nothing from being imported. */
export interface ImportWarning {
  /** What it is about. */
  readonly label: string
  /** In words that follow the label. */
  readonly warning: string
}

/** That a file belonged to a record. The file is named by its `id` in the store, or by its `externalId`. */
export type ImportAttachment = { readonly owner: OwnerField } & (
  | { readonly id: string }
  | { readonly externalId: string }
)

/** What a source gives, one after the other: the oldest first where it knows. */
export interface ImportSource extends AsyncIterable<ImportEntry | RefusedEntry | ImportWarning> {
  /**
   * The attachments of its files, those of a field one after the other, in the order of the field. `importAll` asks for
   * them after the files, so that the order does not depend on which file came first. Default: `owners` of the entries.
   */
  attachments?(): AsyncIterable<ImportAttachment>
  /** Whether `importAll` attaches files when it is not told. Default `false`. */
  readonly attaches?: boolean
}
