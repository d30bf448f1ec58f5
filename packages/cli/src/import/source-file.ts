import type { OwnData } from '@stowage/core'
import type { DiskPath } from '@stowage/import/internal'

/** A file on the disk that is to be imported. */
export interface SourceFile {
  /** Where it is, links resolved. */
  readonly path: DiskPath
  /** What people are shown: as they named it, or as the manifest does. */
  readonly label: string
  /** What it is to be called in the store. */
  readonly name: string
  /** Names of the folders that it comes to lie in, from the top. */
  readonly folder: readonly string[]
  /** Bytes. */
  readonly size: number
  /** SHA-256 that the manifest promises, lower-case hex. */
  readonly sha256?: string
  /** What another system calls it, as the manifest or the command says. */
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

/** What is to be imported, and what was left out while it was looked for. */
export interface Found {
  readonly files: readonly SourceFile[]
  /** Wrong: rows that name no file, links that lead out, what cannot be read. */
  readonly refused: readonly LeftOut[]
  /** Nothing to worry about: hidden files, links to folders, devices. */
  readonly ignored: readonly LeftOut[]
}
