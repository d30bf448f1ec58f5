import { createReadStream, type ReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { UploadSource } from '@stowage/core'
import { checkOptions, type OptionChecks, oneOf, path } from '@stowage/core/ports'
import type { ImportAttachment, ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { ManifestError } from '../rows/manifest-error.ts'
import { type ArchiveEntry, archiveEntries } from './archive-entries.ts'
import { type ArchiveFolders, attachmentOfLine, itemOfRecord } from './archive-record.ts'

/** How `fromArchive` reads an archive. */
export interface FromArchiveOptions {
  /**
   * `new`: assets get ids and file URLs of their own, and their old id as the external id unless they have one. For a store
   * that has the tenant of the archive still, under another name. Default `keep`.
   */
  readonly ids?: 'keep' | 'new'
}

const ASSET = /^assets\/([^/]+)\.(json|file)$/
const ATTACHMENTS = /^attachments\/\d+\.jsonl$/
const MAX_RECORD = 4 * 2 ** 20
const MAX_FOLDERS = 256 * 2 ** 20
const OPTIONS: OptionChecks<FromArchiveOptions> = { ids: oneOf('keep', 'new') }
/** The latest form of archives that is known here. */
const VERSION = 1

/**
 * All that `tenants.export` wrote of a tenant, with its ids, dates, folders and attachments. The archive is read from its
 * file, twice, so no room is needed for what it holds. A pending file has the rest of its hours, at least one.
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
export function fromArchive(file: string, options: FromArchiveOptions = {}): ImportSource {
  path(file, 'file')
  checkOptions<FromArchiveOptions>('fromArchive', options, OPTIONS)
  const { ids = 'keep' } = options
  /** Where attachments lie, as the last walk over all files found them. */
  let found: readonly Place[] | null = null

  async function* files(): AsyncGenerator<ImportEntry | RefusedEntry> {
    const places: Place[] = []
    yield* filesOf(file, ids, places)
    found = places
  }
  async function* attachments(): AsyncGenerator<ImportAttachment> {
    if (found === null) for await (const _ of files());
    for (const { start, size } of found ?? []) {
      if (size > MAX_FOLDERS) throw new ManifestError(`${file} has attachments that are too large.`)
      for await (const line of createInterface({ input: readable(file, start, size) })) {
        if (line !== '') yield attachmentOfLine(line, ids)
      }
    }
  }
  return { [Symbol.asyncIterator]: files, attachments, attaches: true }
}

/** A part of the archive. */
type Place = Pick<ArchiveEntry, 'start' | 'size'>

async function* filesOf(
  file: string,
  ids: 'keep' | 'new',
  attachments: Place[],
): AsyncGenerator<ImportEntry | RefusedEntry> {
  let isKnown = false
  let folders: ArchiveFolders = new Map()
  let record: { readonly id: string; readonly text: string } | null = null
  for await (const entry of archiveEntries(file)) {
    const [, id = '', kind] = ASSET.exec(entry.name) ?? []
    if (!isKnown) isKnown = await assertArchive(file, entry)
    else if (entry.name === 'folders.jsonl') folders = foldersOf(await entry.text(MAX_FOLDERS))
    else if (ATTACHMENTS.test(entry.name))
      attachments.push({ start: entry.start, size: entry.size })
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
    return { label: item.name ?? id, size, item }
  } catch (error) {
    return refusedEntry(id, error)
  }
}

function bytesOf(file: string, start: number, size: number): UploadSource {
  return size === 0 ? new Uint8Array(0) : readable(file, start, size)
}

/** At least a byte. */
function readable(file: string, start: number, size: number): ReadStream {
  return createReadStream(file, { start, end: start + size - 1 })
}
