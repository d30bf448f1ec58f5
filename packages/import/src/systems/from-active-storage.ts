import type { ImportAttachment, ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { openRoot, type SourceRoot } from '../entries/root.ts'
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
import { requireSystemOptions } from './system-options.ts'

/** The database of a Rails app, and the folder of its disk service. */
export type FromActiveStorageOptions = SourceDatabase & {
  /** The folder of the disk service, such as `storage`. */
  readonly root: string
}

const NOT_RAILS = 'This is no database of Active Storage'

/** Blobs, except those that Active Storage made from others: variants and previews. */
const BLOBS = `SELECT b.id, b.key, b.filename, b.byte_size, b.checksum, b.created_at
  FROM active_storage_blobs b
  WHERE NOT EXISTS (SELECT 1 FROM active_storage_attachments a WHERE a.blob_id = b.id
    AND a.record_type IN ('ActiveStorage::VariantRecord', 'ActiveStorage::Blob'))
  ORDER BY b.created_at, b.key`

/** Attachments grouped by field, in the order in which Rails shows them. */
const ATTACHMENTS = `SELECT b.key, a.record_type, a.record_id, a.name
  FROM active_storage_attachments a JOIN active_storage_blobs b ON b.id = a.blob_id
  WHERE a.record_type NOT IN ('ActiveStorage::VariantRecord', 'ActiveStorage::Blob')
  ORDER BY a.record_type, a.record_id, a.name, a.id`

/**
 * Reads the files of Active Storage on disk (Rails 6 to 8), the oldest first. The external id is the blob's `key`. It
 * refuses a file whose size or checksum differs from its record. It leaves out variants and previews: the store makes
 * its own. `importAll` with `attach` keeps the order of attachments.
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
export function fromActiveStorage(options: FromActiveStorageOptions): ImportSource {
  requireSystemOptions('fromActiveStorage', options, [])
  async function* files(): AsyncGenerator<ImportEntry | RefusedEntry> {
    const root = await openRoot('root', options.root)
    yield* withDatabase(options, (query) => entriesOf(query, root), NOT_RAILS)
  }
  return {
    [Symbol.asyncIterator]: files,
    attachments: () => withDatabase(options, attachmentsOf, NOT_RAILS),
  }
}

async function* entriesOf(
  query: Query,
  root: SourceRoot,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  for await (const row of pagesOf(query, BLOBS)) {
    const label = textOfRow(row, 'filename') ?? String(row.key)
    try {
      yield await entryOf(root, row, label)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function* attachmentsOf(query: Query): AsyncGenerator<ImportAttachment> {
  for await (const row of pagesOf(query, ATTACHMENTS)) {
    const owner = {
      type: String(row.record_type),
      id: String(row.record_id),
      field: String(row.name),
    }
    yield { owner, externalId: String(row.key) }
  }
}

/** A slash in a name becomes a hyphen, as Active Storage shows it: it does not separate folders. */
async function entryOf(root: SourceRoot, row: DatabaseRow, label: string): Promise<ImportEntry> {
  const key = textOfRow(row, 'key')
  if (key === undefined) throw new EntryError('has no key')
  const found = await root.file(key.slice(0, 2), key.slice(2, 4), key)
  const file = ofSize(found, row.byte_size)
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
