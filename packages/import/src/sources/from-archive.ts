import { createReadStream } from 'node:fs'
import { checkOptions, type OptionChecks, oneOf, path } from '@stowage/core/internal'
import type {
  ImportAttachment,
  ImportEntry,
  ImportSource,
  ImportWarning,
  RefusedEntry,
} from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { attachmentsIn } from './archive-attachments.ts'
import { type ArchiveEntry, archiveEntries } from './archive-entries.ts'
import {
  type About,
  assertCounts,
  type Counts,
  notAnArchive,
  readAbout,
  readCounts,
} from './archive-facts.ts'
import { type ArchiveFolders, readFolders } from './archive-folders.ts'
import { itemOfRecord, parseRecord } from './archive-record.ts'

/** How `fromArchive` reads an archive. */
export interface FromArchiveOptions {
  /**
   * `new`: assets get new ids and file URLs, and their old id as the external id unless they have one. For a store that
   * still has the archive's tenant, under another name. Default `keep`.
   */
  readonly ids?: 'keep' | 'new'
}

const ASSET = /^assets\/([^/]+)\.(json|file)$/
/** One at the beginning; one for each set of folders made meanwhile, before the first file in them. */
const FOLDERS = /^folders(?:\/\d+)?\.jsonl$/
const ATTACHMENTS = /^attachments\/\d+\.jsonl$/
const MAX_RECORD = 4 * 2 ** 20
const OPTIONS: OptionChecks<FromArchiveOptions> = { ids: oneOf('keep', 'new') }

/**
 * Reads everything that `exportTenant` wrote for a tenant, with its ids, dates, folders and attachments. Reads the
 * archive in place, twice, so it needs no room for the contents. A pending file keeps the rest of its hours, at least
 * one.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromArchive, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * await importAll(store.for({ tenant: 'acme' }), fromArchive('./acme.tar'))
 * ```
 */
export function fromArchive(file: string, options: FromArchiveOptions = {}): ImportSource {
  path(file, 'file')
  checkOptions<FromArchiveOptions>('fromArchive', options, OPTIONS)
  const { ids = 'keep' } = options
  /** Where the attachments are, as the last walk over all files found them. */
  let found: readonly Place[] | null = null

  async function* files(): AsyncGenerator<ImportEntry | RefusedEntry | ImportWarning> {
    const places: Place[] = []
    yield* filesOf(file, ids, places)
    found = places
  }
  async function* attachments(): AsyncGenerator<ImportAttachment> {
    if (found === null) for await (const _ of files());
    for (const { start, size } of found ?? []) {
      yield* attachmentsIn(file, bytesOf(file, start, size), ids)
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
): AsyncGenerator<ImportEntry | RefusedEntry | ImportWarning> {
  let about: About | null = null
  const folders: ArchiveFolders = new Map()
  let record: { readonly id: string; readonly text: string } | null = null
  const seen = { assets: 0, bytes: 0 }
  let counts: Counts | null = null
  for await (const entry of archiveEntries(file)) {
    const [, id = '', kind] = ASSET.exec(entry.name) ?? []
    if (about === null) about = await readAbout(file, entry)
    else if (FOLDERS.test(entry.name)) {
      await readFolders(file, entry, folders)
    } else if (ATTACHMENTS.test(entry.name)) {
      attachments.push({ start: entry.start, size: entry.size })
    } else if (entry.name === 'end.json') counts = await readCounts(file, entry)
    else if (kind === 'json') {
      if (record !== null) yield withoutFile(record)
      record = { id, text: await entry.text(MAX_RECORD) }
    } else if (kind === 'file') {
      if (record !== null && record.id !== id) yield withoutFile(record)
      const own = record?.id === id ? record.text : null
      seen.assets += 1
      seen.bytes += entry.size
      yield* entriesOf(file, entry, own, { id, folders, ids })
      record = null
    }
  }
  if (record !== null) yield withoutFile(record)
  if (about === null) throw notAnArchive(file)
  assertCounts(file, { about, counts, seen })
}

/** A link may be in its place, or the archive was cut off. */
function withoutFile({ id }: { readonly id: string }): RefusedEntry {
  return { label: id, refused: 'has a record, and no file after it' }
}

interface ArchivedAsset {
  readonly id: string
  readonly folders: ArchiveFolders
  readonly ids: 'keep' | 'new'
}

function* entriesOf(
  file: string,
  { start, size }: ArchiveEntry,
  record: string | null,
  { id, folders, ids }: ArchivedAsset,
): Generator<ImportEntry | RefusedEntry | ImportWarning> {
  try {
    if (record === null) throw new EntryError('has no record before it')
    const members = parseRecord(record)
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
    const label = item.name ?? id
    if (members.folderId != null && item.folder === undefined) {
      yield {
        label,
        warning: 'lies in a folder that the archive does not have: it comes into none',
      }
    }
    yield { label, size, item }
  } catch (error) {
    yield refusedEntry(id, error)
  }
}

async function* bytesOf(file: string, start: number, size: number): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  let read = 0
  for await (const chunk of createReadStream(file, { start, end: start + size - 1 })) {
    read += (chunk as Buffer).byteLength
    yield chunk as Buffer
  }
  // A record from another system may lack the SHA-256 that would reveal it.
  if (read !== size) throw new Error(`The archive ends after ${read} of its ${size} bytes.`)
}
