import type { AssetStore } from '@stowage/core'
import type { BlobStore, MetadataStore } from '@stowage/core/ports'

/** What a store was given, or other openings of the same. */
export interface StorePorts {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
}

/** A fresh, empty store with default limits except `filesPerUpload: 5`, `fileSize: 2_000_000`, `idsPerRequest: 10`. */
export interface StoreFixture {
  /** The store that the case works on. */
  readonly store: AssetStore
  /** How many blobs the blob store holds, of records or not. */
  countBlobs(): Promise<number>
  /** For damage that the store does not do itself. The fixture closes them. */
  readonly ports?: StorePorts
}
