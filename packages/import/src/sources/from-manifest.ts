import type { ImportItem } from '@stowage/core'
import { check, checkOptions, type OptionChecks, path } from '@stowage/core/internal'
import type { ImportEntry, ImportSource } from '../entries/entry.ts'
import { externalIdOfPath } from '../entries/external-id.ts'
import { timeOf } from '../entries/times.ts'
import { type ManifestFile, manifestFiles } from '../rows/manifest-files.ts'
import { textOf } from '../rows/own-data-of-row.ts'

type Members = Readonly<Record<string, unknown>>

/** Where the files of a manifest are. */
export interface FromManifestOptions {
  /** Folder from which paths start and which they may not leave. Default: that of the manifest. */
  readonly root?: string
  /** Folders from which no file is taken, links resolved, such as that of the store. Default: none. */
  readonly excluded?: readonly string[]
}

const OPTIONS: OptionChecks<FromManifestOptions> = {
  root: path,
  excluded: check('a list of paths', Array.isArray),
}

/**
 * Reads the files that a table names: CSV whose first line has names, JSON lines (`.jsonl`, `.ndjson`), or a JSON list.
 * A row has a `path`, and may have `id`, `public_file_id`, `external_id`, `name`, `folder`, `title`, `alt`, `alt.en`,
 * `tags`, `metadata`, `metadata.client`, `sha256`, `is_favourite`, `created_at`, `updated_at`, `trashed_at`,
 * `created_by` and `folder_created_by`. A row without `id` and `external_id` has its path as the external id. Times
 * without an offset are UTC. Column names may be in capitals. CSV is in UTF-8, with commas, or with semicolons when its
 * first line has no comma.
 *
 * A column with any other name ends the import: a typo would lose its values. Of rows with the same `id` or
 * `external_id`, the first is imported and the others are refused.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromManifest, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * await importAll(store, fromManifest('./list.csv', { root: './files' }))
 * ```
 */
export async function* fromManifest(file: string, options: FromManifestOptions = {}): ImportSource {
  path(file, 'file')
  checkOptions<FromManifestOptions>('fromManifest', options, OPTIONS)
  yield* manifestFiles(file, options, entryOf)
}

function entryOf({ label, file, facts, members }: ManifestFile): ImportEntry {
  const { created_by: createdBy, folder_created_by: folderCreatedBy } = members
  const item: ImportItem = {
    source: file.source,
    ...facts,
    ...idsOf(label, members),
    ...timesOf(members),
    ...(createdBy != null && { createdBy: textOf('created_by', createdBy) }),
    ...(folderCreatedBy !== undefined && {
      folderCreatedBy:
        folderCreatedBy === null ? null : textOf('folder_created_by', folderCreatedBy),
    }),
  }
  return { label, size: file.size, item }
}

function idsOf(label: string, members: Members): Partial<ImportItem> {
  const { id, public_file_id: publicFileId, external_id: externalId } = members
  return {
    ...(id != null && { id: textOf('id', id) }),
    ...(publicFileId != null && { publicFileId: textOf('public_file_id', publicFileId) }),
    ...(id == null && externalId == null && { externalId: externalIdOfPath(label) }),
  }
}

function timesOf(members: Members): Partial<ImportItem> {
  const createdAt = timeOf('created_at', members.created_at)
  const updatedAt = timeOf('updated_at', members.updated_at)
  const trashedAt = timeOf('trashed_at', members.trashed_at)
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(trashedAt !== undefined && { trashedAt }),
  }
}
