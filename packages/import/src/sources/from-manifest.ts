import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { ImportItem } from '@stowage/core'
import type { ImportEntry, ImportSource } from '../entries/entry.ts'
import { externalIdOfPath } from '../entries/external-id.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { fileIn } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'
import { folderOf } from '../rows/folder-names.ts'
import { manifestRows } from '../rows/manifest-rows.ts'
import { ownDataOfRow, textOf, yesOrNo } from '../rows/own-data-of-row.ts'

type Members = Readonly<Record<string, unknown>>

/** Where the files of a manifest are. */
export interface FromManifestOptions {
  /** Folder that paths start from and may not leave. Default: that of the manifest. */
  readonly root?: string
  /** Folders that no file is taken from, links resolved, such as that of the store. Default: none. */
  readonly excluded?: readonly string[]
}

/**
 * The files that a table names: CSV with a first line of names, JSON lines (`.jsonl`, `.ndjson`), or a list in JSON. A row
 * has a `path`, and may have `id`, `public_file_id`, `external_id`, `name`, `folder`, `title`, `alt`, `alt.en`, `tags`,
 * `metadata`, `metadata.client`, `sha256`, `is_favourite`, `created_at`, `updated_at`, `trashed_at` and `created_by`. A row
 * without `id` and `external_id` has its path as the external id. Times without an offset are UTC.
 *
 * A column of another name ends the import: a typing error would lose what it says.
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
  const root = await realpath(options.root ?? path.dirname(file))
  for await (const { line, members } of manifestRows(file)) {
    const label =
      typeof members?.path === 'string' ? members.path : `${path.basename(file)}:${line}`
    try {
      if (members === null) throw new EntryError('is no object in JSON')
      yield await entryOfRow(label, members, root, options.excluded)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function entryOfRow(
  label: string,
  members: Members,
  root: string,
  excluded: readonly string[] | undefined,
): Promise<ImportEntry> {
  if (members.path === undefined) throw new EntryError('has no path')
  const { source, size } = await fileIn(root, textOf('path', members.path), excluded)
  const { name, folder, sha256, is_favourite: favourite } = members
  const item: ImportItem = {
    source,
    name: name == null ? path.basename(label) : textOf('name', name),
    folder: folderOf(folder),
    ...ownDataOfRow(members),
    ...idsOf(label, members),
    ...timesOf(members),
    ...(members.created_by != null && { createdBy: textOf('created_by', members.created_by) }),
    ...(sha256 != null && { sha256: textOf('sha256', sha256).toLowerCase() }),
    ...(favourite != null && { isFavourite: yesOrNo('is_favourite', favourite) }),
  }
  return { label, size, item }
}

function idsOf(label: string, members: Members): Partial<ImportItem> {
  const { id, public_file_id: publicFileId, external_id: externalId } = members
  const ids = {
    ...(id != null && { id: textOf('id', id) }),
    ...(publicFileId != null && { publicFileId: textOf('public_file_id', publicFileId) }),
    ...(externalId != null && { externalId: String(externalId) }),
  }
  return 'id' in ids || 'externalId' in ids ? ids : { ...ids, externalId: externalIdOfPath(label) }
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
