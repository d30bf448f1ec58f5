/**
 * Records in SQLite. `openAssetStore` uses it by default.
 *
 * @module
 */
export type { SqliteDriver } from './sqlite/driver/driver.ts'
export {
  openSqliteMetadata,
  type SqliteMetadataOptions,
} from './sqlite/metadata/open-sqlite-metadata.ts'
