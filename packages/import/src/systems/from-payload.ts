import path from 'node:path'
import type { ImportItem } from '@stowage/core'
import { invalidArgument } from '@stowage/core/ports'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { fileIn, folderAt } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'
import {
  type DatabaseRow,
  type Query,
  rowsOf,
  type SourceDatabase,
  textOfRow,
  withDatabase,
} from './database-rows.ts'
import { requireSystemOptions } from './system-options.ts'

/** A collection of Payload with uploads: its database, or its documents, and the folder of its files. */
export type FromPayloadOptions = (
  | SourceDatabase
  | {
      /** Documents as the Local API or the REST API gives them, for databases such as MongoDB. */
      readonly documents: Iterable<DatabaseRow> | AsyncIterable<DatabaseRow>
    }
) & {
  /** The `staticDir` of the collection, such as `media`. */
  readonly root: string
  /** The table of the collection. Default `media`. */
  readonly table?: string
  /** The language of alternative texts. Default `en`. */
  readonly language?: string
}

/** What is read of a row. Others, such as rich text, may be large. */
const COLUMNS = ['id', 'filename', 'prefix', 'alt', 'created_at', 'updated_at', 'deleted_at']

/**
 * The files of a Payload 3 collection that lie on disk, the oldest first. The external id is the file name, which is unique
 * in the collection and ends its URL. `alt` becomes the alternative text. Image sizes are left out: the store makes its own.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromPayload, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './assets' })
 * await importAll(store, fromPayload({ database: 'payload.db', root: 'media' }))
 * ```
 */
export async function* fromPayload(options: FromPayloadOptions): ImportSource {
  requireSystemOptions('fromPayload', options, ['documents', 'table', 'language'])
  const { table = 'media', language = 'en' } = options
  if (!/^[a-z_][a-z0-9_]*$/i.test(table)) {
    throw invalidArgument('table', 'table must be the name of a table: letters, digits and _.')
  }
  const root = await folderAt('root', options.root)
  if ('documents' in options) {
    yield* entriesOf(options.documents, root, language)
    return
  }
  const rows = (query: Query) => rowsOf(query, table, COLUMNS)
  const work = (query: Query) => entriesOf(rows(query), root, language)
  yield* withDatabase(options, work, `Name the table of the collection with the option table`)
}

async function* entriesOf(
  rows: Iterable<DatabaseRow> | AsyncIterable<DatabaseRow>,
  root: string,
  language: string,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  for await (const row of rows) {
    const label = textOfRow(row, 'filename') ?? `document ${String(row.id)}`
    try {
      yield await entryOf(root, row, language)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function entryOf(root: string, row: DatabaseRow, language: string): Promise<ImportEntry> {
  const name = textOfRow(row, 'filename')
  if (name === undefined) throw new EntryError('has no file')
  const { source, size } = await fileIn(root, path.join(textOfRow(row, 'prefix') ?? '', name))
  const alt = textOfRow(row, 'alt')
  const createdAt = timeOf('created_at', row.created_at ?? row.createdAt)
  const updatedAt = timeOf('updated_at', row.updated_at ?? row.updatedAt)
  const trashedAt = timeOf('deleted_at', row.deleted_at ?? row.deletedAt)
  const item: ImportItem = {
    source,
    name,
    externalId: name,
    ...(alt !== undefined && { alt: { [language]: alt } }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(trashedAt !== undefined && { trashedAt }),
  }
  return { label: name, size, item }
}
