import type { Timestamp } from '../assets/asset.ts'

/** How deep folders may be nested, the outermost included. */
export const MAX_FOLDER_DEPTH = 32

/** A folder for assets. No two with the same parent and `createdBy` have names that differ only by case. */
export interface Folder {
  /** UUIDv7. */
  readonly id: string
  /** The tenant whose folder it is. */
  readonly tenant: string
  /** Like the names of assets: at most 255 bytes of UTF-8, never a path. */
  readonly name: string
  /** The parent folder; `null`: it is at the top. */
  readonly parentId: string | null
  /** The names of the folders from the top down to it, the outermost first, its own last. */
  readonly path: readonly string[]
  /**
   * The `createdBy` of the scope that it belongs to, the same as that of its parent; `null`: made in a store without a
   * scope. A scoped store has only the folders of its scope.
   */
  readonly createdBy: string | null
  /** When it was created, by the clock of the database. */
  readonly createdAt: Timestamp
  /** When it was last renamed or moved, by the clock of the database. */
  readonly updatedAt: Timestamp
}

/** What is in a folder. */
export interface FolderUsage {
  /** Folders directly in it. */
  readonly folders: number
  /** Active assets directly in it. In a scoped store only those of the scope. */
  readonly assets: number
  /** Bytes of originals and variants of these assets. */
  readonly bytes: number
}

/**
 * How many folders, and how many assets in them, one transaction of a deletion takes, because other writes wait for it.
 * A larger folder takes several.
 */
export const FOLDER_STEP = 32

/** What a database keeps of a folder: its path follows from the folders above it. */
export interface FolderRecord extends Omit<Folder, 'path'> {
  /** How deep folders are nested from it down, itself included: 1 without a folder in it. */
  readonly height: number
}
