/**
 * Imports files from other systems into a store, and exports a whole tenant into an archive.
 *
 * @module
 */
export type {
  ImportAttachment,
  ImportEntry,
  ImportSource,
  ImportWarning,
  RefusedEntry,
} from './entries/entry.ts'
export {
  type ExportProgress,
  type ExportTenantOptions,
  exportTenant,
} from './export/export-tenant.ts'
export type { ImportFailure } from './run/failures.ts'
export {
  type ImportAllOptions,
  type ImportProgress,
  type ImportReport,
  importAll,
} from './run/import-all.ts'
export { type FromArchiveOptions, fromArchive } from './sources/from-archive.ts'
export { type FromFolderOptions, fromFolder } from './sources/from-folder.ts'
export { type FromManifestOptions, fromManifest } from './sources/from-manifest.ts'
export {
  type FromTableOptions,
  fromTable,
  type MappedRow,
  type TableRow,
} from './sources/from-table.ts'
export type { DatabaseRow, Query, SourceDatabase } from './systems/database-rows.ts'
export { type FromActiveStorageOptions, fromActiveStorage } from './systems/from-active-storage.ts'
export { type FromPayloadOptions, fromPayload } from './systems/from-payload.ts'
export { type FromStrapiOptions, fromStrapi } from './systems/from-strapi.ts'
