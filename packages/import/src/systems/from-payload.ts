import type { ImportItem } from '@stowage/core'
import { invalidArgument } from '@stowage/core/internal'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { openRoot, type SourceRoot } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'
import {
  type DatabaseRow,
  type Query,
  rowsOf,
  type SourceDatabase,
  textOfRow,
  withDatabase,
} from './database-rows.ts'
import {
  documentFolderNames,
  type PayloadTables,
  payloadFolderNames,
  readPayloadTables,
  type TextByLanguage,
} from './payload-tables.ts'
import { requireSystemOptions } from './system-options.ts'

/** A Payload collection with uploads: its database, or its documents, and the folder of its files. */
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
  /** The language of alternative texts that are not localized. Default `en`. */
  readonly language?: string
  /** Put before the file name in the external id, such as `docs/`, for a second collection. Default: nothing. */
  readonly prefix?: string
}

/** Columns to read. Others, such as rich text, may be large. */
const COLUMNS = [
  'id',
  'filename',
  'prefix',
  'alt',
  'folder_id',
  'created_at',
  'updated_at',
  'deleted_at',
]

/**
 * Reads the files of a Payload 3 collection on disk, the oldest first, in its folders. The external id is the file
 * name, which is unique in the collection and ends its URL. `alt` becomes the alternative text, in each language when
 * it is localized. It leaves out image sizes: the store makes its own.
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
  requireSystemOptions('fromPayload', options, ['documents', 'table', 'language', 'prefix'])
  const { table = 'media', language = 'en', prefix = '' } = options
  if (!/^[a-z_][a-z0-9_]*$/i.test(table)) {
    throw invalidArgument('table', 'table must be the name of a table: letters, digits and _.')
  }
  const library = { root: await openRoot('root', options.root), language, prefix }
  if ('documents' in options) {
    yield* entriesOf(options.documents, { ...library, alts: new Map(), folders: new Map() })
    return
  }
  const work = (query: Query) => entriesOfTable(query, table, library)
  yield* withDatabase(options, work, `Name the table of the collection with the option table`)
}

interface Library extends PayloadTables {
  readonly root: SourceRoot
  readonly language: string
  readonly prefix: string
}

async function* entriesOfTable(
  query: Query,
  table: string,
  library: Omit<Library, keyof PayloadTables>,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  const tables = await readPayloadTables(query, table)
  const rows = rowsOf(query, table, COLUMNS)
  yield* entriesOf(rows, { ...library, ...tables })
}

async function* entriesOf(
  rows: Iterable<DatabaseRow> | AsyncIterable<DatabaseRow>,
  library: Library,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  for await (const row of rows) {
    const label = textOfRow(row, 'filename') ?? `document ${String(row.id)}`
    try {
      yield await entryOf(row, library)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function entryOf(row: DatabaseRow, library: Library): Promise<ImportEntry> {
  const name = textOfRow(row, 'filename')
  if (name === undefined) throw new EntryError('has no file')
  const { source, size } = await library.root.file(textOfRow(row, 'prefix') ?? '.', name)
  const alt = altOf(row, library)
  const createdAt = timeOf('created_at', row.created_at ?? row.createdAt)
  const updatedAt = timeOf('updated_at', row.updated_at ?? row.updatedAt)
  const trashedAt = timeOf('deleted_at', row.deleted_at ?? row.deletedAt)
  const folder =
    row.folder_id == null
      ? documentFolderNames(row.folder)
      : payloadFolderNames(row.folder_id, library.folders)
  const item: ImportItem = {
    source,
    name,
    externalId: `${library.prefix}${name}`,
    ...(folder.length > 0 && { folder }),
    ...(alt !== undefined && { alt }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(trashedAt !== undefined && { trashedAt }),
  }
  return { label: name, size, item }
}

/** `alt` is a column, a row for each language, or, in a document read with `locale: 'all'`, an object of languages. */
function altOf(row: DatabaseRow, { alts, language }: Library): TextByLanguage | undefined {
  if (row.alt == null || row.alt === '') return alts.get(String(row.id))
  if (typeof row.alt !== 'object') return { [language]: String(row.alt) }
  const texts = Object.entries(row.alt).filter(([, text]) => text != null && text !== '')
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}
