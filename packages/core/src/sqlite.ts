/**
 * Records in SQLite. `openAssetStore({ directory })` uses it.
 *
 * @module
 */
export type { SqliteDriver } from './sqlite/driver/driver.ts'
export { type SqliteOptions, sqlite } from './sqlite/metadata/open-sqlite-metadata.ts'
