import type { ImportItem, OwnerField } from '@stowage/core'
import { EntryError } from '../entries/refusal.ts'

type Members = Readonly<Record<string, unknown>>

/** The folders of an archive, by id. */
export type ArchiveFolders = ReadonlyMap<
  string,
  { readonly name: string; readonly parentId: string | null }
>

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
  return { ...Object.fromEntries(kept), folder: folderOf(record.folderId, folders) }
}

/** The records of the app that the asset belonged to. */
export function ownersOfRecord({ attachments }: Members): readonly OwnerField[] {
  if (!Array.isArray(attachments)) return []
  return attachments.map((each: Readonly<Record<'type' | 'id' | 'field', unknown>>) => ({
    type: String(each.type),
    id: String(each.id),
    field: String(each.field ?? ''),
  }))
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
