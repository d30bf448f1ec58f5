/**
 * Records in PostgreSQL.
 *
 * @module
 */
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './connection/client.ts'
export {
  openPostgresMetadata,
  type PostgresMetadataOptions,
} from './metadata/open-postgres-metadata.ts'
