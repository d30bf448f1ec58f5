/**
 * Moves a store that is in use to other backends.
 *
 * @module
 */
export {
  type MoveBlobsOptions,
  type MoveProgress,
  type MoveReport,
  moveBlobs,
} from './blobs/move-blobs.ts'
export { type BlobMove, movingBlobs } from './blobs/moving-blobs.ts'
export {
  type MetadataProgress,
  type MetadataReport,
  type MigrateMetadataOptions,
  migrateMetadata,
} from './records/migrate-metadata.ts'
export {
  type MetadataMove,
  type SwitchingMetadata,
  switchingMetadata,
} from './records/switching-metadata.ts'
export { abandonMigration } from './store/abandon-migration.ts'
export {
  type MigrateOptions,
  type MigrateProgress,
  type MigrateReport,
  migrate,
  moving,
  type StoreMove,
} from './store/migrate.ts'
