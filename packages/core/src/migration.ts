export { abandonMigration } from './migration/abandon-migration.ts'
export {
  type MigratablePorts,
  type MigrateOptions,
  type MigrateProgress,
  type MigrateReport,
  migrate,
  movingPorts,
  type StoreMove,
  type StorePorts,
} from './migration/migrate.ts'
export {
  type MetadataProgress,
  type MetadataReport,
  type MigrateMetadataOptions,
  migrateMetadata,
} from './migration/migrate-metadata.ts'
export {
  type MoveBlobsOptions,
  type MoveProgress,
  type MoveReport,
  moveBlobs,
} from './migration/move-blobs.ts'
export { type BlobMove, movingBlobs } from './migration/moving-blobs.ts'
export { type MetadataMove, switchingMetadata } from './migration/switching-metadata.ts'
