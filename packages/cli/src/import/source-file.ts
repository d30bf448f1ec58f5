import type { OwnData } from '@stowage/core'
import type { DiskPath } from '@stowage/import/internal'

/** A file on disk to import. */
export interface SourceFile {
  /** Its path, links resolved. */
  readonly path: DiskPath
  /** The name that people see: as they or the manifest wrote it. */
  readonly label: string
  /** Its name in the store. */
  readonly name: string
  /** Names of its folders in the store, from the top. */
  readonly folder: readonly string[]
  /** Bytes. */
  readonly size: number
  /** SHA-256 that the manifest promises, lower-case hex. */
  readonly sha256?: string
  /** Its id in another system, from the manifest or the command. */
  readonly externalId?: string
  /** What the manifest says about it. */
  readonly ownData: Partial<OwnData>
  /** Whether the manifest says that it is a favourite. */
  readonly isFavourite?: boolean
}

/** A file, a folder or a row that is not imported, and why. */
export interface LeftOut {
  readonly label: string
  readonly reason: string
}

/** Files to import, and what was left out of the search. */
export interface Found {
  readonly files: readonly SourceFile[]
  /** Errors: rows that name no file, links that lead out of the folder, files that cannot be read. */
  readonly refused: readonly LeftOut[]
  /** Nothing to worry about: hidden files, links to folders, devices. */
  readonly ignored: readonly LeftOut[]
}
