import type { OwnData } from '@stowage/core'
import type { OnDuplicate } from '@stowage/core/types'
import type { DiskPath } from '@stowage/import/internal'

/** What tells a file in the store apart from others. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly folderId: string | null
  readonly sha256: string
  readonly isTrashed: boolean
}

/** A file on its way into the store. */
export interface FileToStore {
  readonly path: DiskPath
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly folderId: string | null
  readonly ownData: Partial<OwnData>
  readonly isFavourite: boolean
  readonly externalId: string | undefined
  readonly onDuplicate: OnDuplicate | undefined
  /** The same for the same file in every run. */
  readonly idempotencyKey: string
  /** Called with the bytes of each chunk that was sent; negative when it is sent again. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

/** What an import needs to find a folder. */
export interface FolderName {
  readonly id: string
  readonly name: string
}

/** What an import needs from a store, in this process or at a URL. */
export interface ImportDestination {
  /** The name that the store would keep. */
  storedName(name: string): string
  /** Active files with one of these contents, at most 100 of them. */
  withContents(
    sha256: readonly string[],
    folderId: string | null | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StoredFile>
  /** Folders directly in this one; `null`: at the top. */
  folders(parentId: string | null, signal: AbortSignal): AsyncIterable<FolderName>
  /** The id of the new folder, or of the existing one. */
  makeFolder(name: string, parentId: string | null, signal: AbortSignal): Promise<string>
  store(file: FileToStore): Promise<StoredFile>
  /** Why the store refuses this one file; `null` for an error that ends the import. */
  refusal(error: unknown): string | null
}
