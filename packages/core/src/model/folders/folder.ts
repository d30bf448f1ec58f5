import type { Timestamp } from '../assets/asset.ts'

/** How many folders may lie within each other, the outermost included. */
export const MAX_FOLDER_DEPTH = 32

/** A folder that assets lie in. No two of one `createdBy` within the same parent have names that differ by case alone. */
export interface Folder {
  /** UUIDv7. */
  readonly id: string
  /** The tenant whose folder it is. */
  readonly tenant: string
  /** As names of assets: at most 255 bytes of UTF-8, never a path. */
  readonly name: string
  /** The folder that it lies in; `null`: it is at the top. */
  readonly parentId: string | null
  /** The names of the folders from the top down to it, the outermost first, its own last. */
  readonly path: readonly string[]
  /**
   * The `createdBy` of the scope that it belongs to, as of the folder that it lies in; `null`: made in a store without a
   * scope. A scoped store has only the folders of its scope.
   */
  readonly createdBy: string | null
  /** The clock of the database. */
  readonly createdAt: Timestamp
  /** When it was last renamed or moved. The clock of the database. */
  readonly updatedAt: Timestamp
}

/** What lies in a folder. */
export interface FolderUsage {
  /** Folders directly in it. */
  readonly folders: number
  /** Active assets directly in it. In a scoped store those of the scope alone. */
  readonly assets: number
  /** Bytes of originals and variants of these assets. */
  readonly bytes: number
}

/**
 * How many folders, and how many assets in them, one transaction of a deletion takes: other writes wait for it. A
 * larger folder is deleted by several.
 */
export const FOLDER_STEP = 200

/** What a database keeps of a folder: its path follows from the folders above it. */
export interface FolderRecord extends Omit<Folder, 'path'> {
  /** How many folders lie within each other from it down, itself included: 1 without a folder in it. */
  readonly height: number
}
