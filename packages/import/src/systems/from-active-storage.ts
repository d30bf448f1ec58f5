import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { OwnerField } from '@stowage/core'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { fileIn } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'
import { ofSize, withMd5 } from './checked-source.ts'
import {
  type DatabaseRow,
  pagesOf,
  type Query,
  type SourceDatabase,
  textOfRow,
  withDatabase,
} from './database-rows.ts'

/** The database of a Rails app, and the folder of its disk service. */
export type FromActiveStorageOptions = SourceDatabase & {
  /** The folder of the disk service, such as `storage`. */
  readonly root: string
}

/** Blobs but for those that Active Storage made of others: variants and previews. */
const BLOBS = `SELECT b.id, b.key, b.filename, b.byte_size, b.checksum, b.created_at
  FROM active_storage_blobs b
  WHERE NOT EXISTS (SELECT 1 FROM active_storage_attachments a WHERE a.blob_id = b.id
    AND a.record_type IN ('ActiveStorage::VariantRecord', 'ActiveStorage::Blob'))
  ORDER BY b.created_at, b.key`

const ATTACHMENTS = `SELECT a.blob_id, a.record_type, a.record_id, a.name
  FROM active_storage_attachments a
  WHERE a.record_type NOT IN ('ActiveStorage::VariantRecord', 'ActiveStorage::Blob')
  ORDER BY a.blob_id, a.id`

/**
 * The files of Active Storage on disk (Rails 6 to 8), the oldest first. The external id is the blob's `key`. A file that
 * does not have the size and the checksum of its record is refused. Variants and previews are left out: the store makes
 * its own. `owners` of an entry are the attachments of the blob.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromActiveStorage, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const source = fromActiveStorage({ database: 'storage/production.sqlite3', root: 'storage' })
 * await importAll(store, source)
 * ```
 */
export async function* fromActiveStorage(options: FromActiveStorageOptions): ImportSource {
  const root = await realpath(options.root)
  yield* withDatabase(options, (query) => entriesOf(query, root))
}

async function* entriesOf(query: Query, root: string): AsyncGenerator<ImportEntry | RefusedEntry> {
  const owners = await ownersByBlob(query)
  for await (const row of pagesOf(query, BLOBS)) {
    const label = textOfRow(row, 'filename') ?? String(row.key)
    try {
      yield { ...(await entryOf(root, row, label)), owners: owners.get(String(row.id)) ?? [] }
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function ownersByBlob(query: Query): Promise<ReadonlyMap<string, readonly OwnerField[]>> {
  const owners = new Map<string, OwnerField[]>()
  for await (const row of pagesOf(query, ATTACHMENTS)) {
    const owner = {
      type: String(row.record_type),
      id: String(row.record_id),
      field: String(row.name),
    }
    const id = String(row.blob_id)
    const before = owners.get(id)
    if (before === undefined) owners.set(id, [owner])
    else before.push(owner)
  }
  return owners
}

/** A slash in a name is a hyphen, as Active Storage shows it: it divides no folders. */
async function entryOf(root: string, row: DatabaseRow, label: string): Promise<ImportEntry> {
  const key = textOfRow(row, 'key')
  if (key === undefined) throw new EntryError('has no key')
  const at = path.join(key.slice(0, 2), key.slice(2, 4), key)
  const file = ofSize(await fileIn(root, at), row.byte_size)
  const createdAt = timeOf('created_at', row.created_at)
  return {
    label,
    size: file.size,
    item: {
      source: withMd5(file, textOfRow(row, 'checksum')),
      name: label.replaceAll(/[/\\]/g, '-'),
      externalId: key,
      ...(createdAt !== undefined && { createdAt }),
    },
  }
}
