/**
 * What our command line shares with this package. May change with any release.
 *
 * @module
 */

export { EntryError } from './entries/refusal.ts'
export { isWithin } from './entries/root.ts'
export { systemReason } from './entries/system-reason.ts'
export { folderOf, folderPath } from './rows/folder-names.ts'
export { ManifestError } from './rows/manifest-error.ts'
export { type ManifestRow, manifestRows } from './rows/manifest-rows.ts'
export { ownDataOfRow, textOf, yesOrNo } from './rows/own-data-of-row.ts'
