import type { ImportItem } from '@stowage/core'
import { EntryError } from '../entries/refusal.ts'
import { assertOneMore } from '../rows/folder-names.ts'
import type { ArchiveFolders } from './archive-folders.ts'

type Members = Readonly<Record<string, unknown>>

/** Milliseconds. */
const HOUR = 3_600_000
const MAX_PENDING_HOURS = 720

/** The members of a record that an item takes over unchanged. The store checks them like those of any item. */
const KEPT = [
  'id',
  'publicFileId',
  'externalId',
  'name',
  'title',
  'alt',
  'tags',
  'metadata',
  'focus',
  'sha256',
  'createdAt',
  'updatedAt',
  'trashedAt',
  'isFavourite',
  'status',
  'createdBy',
] as const

/** The record of an archived asset, as JSON. */
export function parseRecord(text: string): Members {
  const record = jsonOf(text)
  if (typeof record === 'object' && record !== null) return record as Members
  throw new EntryError('has a record that is no object in JSON')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The item for an archived asset, from its record. */
export function itemOfRecord(record: Members, folders: ArchiveFolders): Omit<ImportItem, 'source'> {
  if (typeof record.id !== 'string') throw new EntryError('has a record without an id')
  const kept = KEPT.filter((name) => record[name] != null).map((name) => [name, record[name]])
  return {
    ...Object.fromEntries(kept),
    ...pendingOf(record.pendingUntil),
    ...placeOf(record.folderId, folders),
  }
}

/** The rest of its pending hours, at least one: the new store may still attach or keep it. */
function pendingOf(until: unknown): Pick<ImportItem, 'pending'> {
  if (typeof until !== 'string') return {}
  const hours = Math.ceil((Date.parse(until) - Date.now()) / HOUR)
  return { pending: { hours: Math.min(Math.max(hours || 1, 1), MAX_PENDING_HOURS) } }
}

/** In no folder when the archive lacks its folder or one above it. */
function placeOf(
  id: unknown,
  folders: ArchiveFolders,
): Pick<ImportItem, 'folder' | 'folderCreatedBy'> {
  const names: string[] = []
  for (let at: unknown = id; at != null; ) {
    const folder = folders.get(String(at))
    if (folder === undefined) return {}
    assertOneMore(names)
    names.push(folder.name)
    at = folder.parentId
  }
  if (names.length === 0) return {}
  return { folder: names.reverse(), folderCreatedBy: folders.get(String(id))?.createdBy ?? null }
}
