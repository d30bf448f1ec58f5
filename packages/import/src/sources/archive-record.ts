import type { ImportItem } from '@stowage/core'
import type { ImportAttachment } from '../entries/entry.ts'
import { EntryError } from '../entries/refusal.ts'

type Members = Readonly<Record<string, unknown>>

/** The folders of an archive, by id. */
export type ArchiveFolders = ReadonlyMap<
  string,
  { readonly name: string; readonly parentId: string | null }
>

/** Milliseconds. */
const HOUR = 3_600_000
const MAX_PENDING_HOURS = 720

/** What of a record an item takes over as it is. The store checks it, as it checks any item. */
const KEPT = [
  'id',
  'publicFileId',
  'externalId',
  'name',
  'title',
  'alt',
  'tags',
  'metadata',
  'sha256',
  'createdAt',
  'updatedAt',
  'trashedAt',
  'isFavourite',
  'createdBy',
] as const

/** What the record of an archived asset says of it. */
export function itemOfRecord(record: Members, folders: ArchiveFolders): Omit<ImportItem, 'source'> {
  if (typeof record.id !== 'string') throw new EntryError('has a record without an id')
  const kept = KEPT.filter((name) => record[name] != null).map((name) => [name, record[name]])
  return {
    ...Object.fromEntries(kept),
    ...pendingOf(record.pendingUntil),
    folder: folderOf(record.folderId, folders),
  }
}

/** The rest of its hours, at least one: it may be attached or kept in the store that it comes to. */
function pendingOf(until: unknown): Pick<ImportItem, 'pending'> {
  if (typeof until !== 'string') return {}
  const hours = Math.ceil((Date.parse(until) - Date.now()) / HOUR)
  return { pending: { hours: Math.min(Math.max(hours || 1, 1), MAX_PENDING_HOURS) } }
}

/** A line of an archive: that an asset belonged to a record of the app. With new ids it is named by its external id. */
export function attachmentOfLine(line: string, ids: 'keep' | 'new'): ImportAttachment {
  const { type, id, field, assetId, externalId } = JSON.parse(line) as Members
  const owner = { type: String(type), id: String(id), field: String(field ?? '') }
  return ids === 'keep'
    ? { owner, id: String(assetId) }
    : { owner, externalId: String(externalId ?? assetId) }
}

function folderOf(id: unknown, folders: ArchiveFolders): readonly string[] {
  const names: string[] = []
  const seen = new Set<unknown>()
  for (let at: unknown = id; at != null; ) {
    const folder = folders.get(String(at))
    if (folder === undefined || seen.has(at))
      throw new EntryError('names a folder that is not there')
    seen.add(at)
    names.unshift(folder.name)
    at = folder.parentId
  }
  return names
}
