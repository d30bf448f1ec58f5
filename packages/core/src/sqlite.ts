/**
 * Records in SQLite. `openAssetStore` uses it by itself.
 *
 * @module
 */
export type { SqliteEngine } from './sqlite/connection/engine.ts'
export {
  openSqliteMetadata,
  type SqliteMetadataOptions,
} from './sqlite/metadata/open-sqlite-metadata.ts'
