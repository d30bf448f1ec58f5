import { type Check, having } from '@stowage/core/ports'

/** A metadata store as an option. */
export const metadataStore: Check = having(
  'a metadata store, such as that of openSqliteMetadata or openPostgresMetadata',
  'close',
)

/** A blob store as an option. */
export const blobStore: Check = having(
  'a blob store, such as createFilesystemBlobs() or createS3Blobs()',
  'put',
  'read',
  'delete',
)
