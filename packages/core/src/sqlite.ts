export type { SqliteEngine } from './sqlite/engine.ts'
export { openSqliteMetadata, type SqliteMetadataOptions } from './sqlite/metadata-store.ts'
