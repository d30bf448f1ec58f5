import { createReadStream } from 'node:fs'
import type { UploadSource } from '@stowage/core'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { ManifestError } from '../rows/manifest-error.ts'
import { type ArchiveEntry, archiveEntries } from './archive-entries.ts'
import { type ArchiveFolders, itemOfRecord, ownersOfRecord } from './archive-record.ts'

/** How `fromArchive` reads an archive. */
export interface FromArchiveOptions {
  /**
   * `new`: assets get ids and file URLs of their own, and their old id as the external id unless they have one. For a store
   * that has the tenant of the archive still, under another name. Default `keep`.
   */
  readonly ids?: 'keep' | 'new'
}

const ASSET = /^assets\/([^/]+)\.(json|file)$/
const MAX_RECORD = 4 * 2 ** 20
const MAX_FOLDERS = 256 * 2 ** 20
/** The latest form of archives that is known here. */
const VERSION = 1

/**
 * All that `tenants.export` wrote of a tenant, with its ids, dates and folders. The archive is read from its file, twice,
 * so no room is needed for what it holds.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromArchive, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * await importAll(store.forTenant('acme'), fromArchive('./acme.tar'))
 * ```
 */
export async function* fromArchive(
  file: string,
  { ids = 'keep' }: FromArchiveOptions = {},
): ImportSource {
  let isKnown = false
  let folders: ArchiveFolders = new Map()
  let record: { readonly id: string; readonly text: string } | null = null
  for await (const entry of archiveEntries(file)) {
    const [, id = '', kind] = ASSET.exec(entry.name) ?? []
    if (!isKnown) isKnown = await assertArchive(file, entry)
    else if (entry.name === 'folders.jsonl') folders = foldersOf(await entry.text(MAX_FOLDERS))
    else if (kind === 'json') record = { id, text: await entry.text(MAX_RECORD) }
    else if (kind === 'file') {
      const own = record?.id === id ? record.text : null
      yield entryOf(file, entry, own, { id, folders, ids })
      record = null
    }
  }
  if (!isKnown) throw notAnArchive(file)
}

/** The first entry says what the archive is. */
async function assertArchive(file: string, entry: ArchiveEntry): Promise<true> {
  if (entry.name !== 'stowage.json') throw notAnArchive(file)
  const about: unknown = JSON.parse(await entry.text(MAX_RECORD))
  const { version } = Object(about) as { readonly version?: unknown }
  if (version === VERSION) return true
  throw new ManifestError(
    `${file} is an archive of version ${String(version)}, and this release reads version ${VERSION}. Update Stowage.`,
  )
}

function notAnArchive(file: string): ManifestError {
  return new ManifestError(
    `${file} is no archive of a tenant: it does not begin with stowage.json.`,
  )
}

function foldersOf(text: string): ArchiveFolders {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return new Map(
    lines.map((line) => {
      const { id, name, parentId = null } = JSON.parse(line)
      return [String(id), { name: String(name), parentId }]
    }),
  )
}

interface ArchivedAsset {
  readonly id: string
  readonly folders: ArchiveFolders
  readonly ids: 'keep' | 'new'
}

function entryOf(
  file: string,
  { start, size }: ArchiveEntry,
  record: string | null,
  { id, folders, ids }: ArchivedAsset,
): ImportEntry | RefusedEntry {
  try {
    if (record === null) throw new EntryError('has no record before it')
    const members = JSON.parse(record)
    const { id: own, publicFileId, ...others } = itemOfRecord(members, folders)
    const source = () => bytesOf(file, start, size)
    const item =
      ids === 'new'
        ? { externalId: String(own), ...others, source }
        : {
            id: String(own),
            ...(publicFileId !== undefined && { publicFileId }),
            ...others,
            source,
          }
    return { label: item.name ?? id, size, item, owners: ownersOfRecord(members) }
  } catch (error) {
    return refusedEntry(id, error)
  }
}

function bytesOf(file: string, start: number, size: number): UploadSource {
  if (size === 0) return new Uint8Array(0)
  return createReadStream(file, { start, end: start + size - 1 })
}
