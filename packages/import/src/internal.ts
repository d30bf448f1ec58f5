/**
 * What the command line shares with this package. May change with any release.
 *
 * @module
 */

export { type DirectoryEntry, directoryEntries } from './entries/directory-entries.ts'
export { type DiskPath, diskPath, liesWithin } from './entries/disk-path.ts'
export { createExclusion, type Exclusion } from './entries/exclusion.ts'
export { nameForStore } from './entries/name-for-store.ts'
export { systemReason } from './entries/system-reason.ts'
export { folderPath } from './rows/folder-names.ts'
export { KEPT_COLUMNS } from './rows/manifest-columns.ts'
export { ManifestError } from './rows/manifest-error.ts'
export { type ManifestFile, manifestFiles } from './rows/manifest-files.ts'
