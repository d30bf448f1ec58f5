import type { OwnData } from '@stowage/core'
import type { OnDuplicate } from '@stowage/core/types'
import type { DiskPath } from '@stowage/import/internal'

/** What a file in the store is told from others by. */
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
  /** The same for the same file at every run. */
  readonly idempotencyKey: string
  /** Called with the bytes of each piece that was sent; less than 0 when it is sent again. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

/** A folder as far as its place goes. */
export interface FolderName {
  readonly id: string
  readonly name: string
}

/** What an import asks of a store, in this process or behind a URL. */
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
  /** The id of the new folder, or of the one that is there already. */
  makeFolder(name: string, parentId: string | null, signal: AbortSignal): Promise<string>
  store(file: FileToStore): Promise<StoredFile>
  /** Why the store refuses this one file; `null` for an error that ends the import. */
  refusal(error: unknown): string | null
}
