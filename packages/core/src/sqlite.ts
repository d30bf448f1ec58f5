/**
 * Records in SQLite. `openAssetStore` uses it by default.
 *
 * @module
 */
export type { SqliteEngine } from './sqlite/engine/engine.ts'
export {
  openSqliteMetadata,
  type SqliteMetadataOptions,
} from './sqlite/metadata/open-sqlite-metadata.ts'
