import type { AssetStore } from '@stowage/core'
import type { BlobStore, MetadataStore } from '@stowage/core/ports'

/** The ports of a store, or other connections to the same data. */
export interface StorePorts {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
}

/** A new, empty store with default limits except `filesPerUpload: 5`, `fileSize: 2_000_000`, `idsPerRequest: 10`. */
export interface StoreFixture {
  /** The store that the case works on. */
  readonly store: AssetStore
  /** How many blobs the blob store holds, whether or not a record names them. */
  countBlobs(): Promise<number>
  /** For damage that the store itself does not cause. The fixture closes them. */
  readonly ports?: StorePorts
}
