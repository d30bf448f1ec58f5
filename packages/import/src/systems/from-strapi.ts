import path from 'node:path'
import type { ImportItem } from '@stowage/core'
import { MAX_FOLDER_DEPTH } from '@stowage/core/internal'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { openRoot, type SourceRoot } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'
import {
  type DatabaseRow,
  pagesOf,
  type Query,
  rowsOf,
  type SourceDatabase,
  textOfRow,
  withDatabase,
} from './database-rows.ts'
import { requireSystemOptions } from './system-options.ts'

/** The database of a Strapi app, and the folder of its local files. */
export type FromStrapiOptions = SourceDatabase & {
  /** The `public` folder of the app, which contains `uploads`. */
  readonly root: string
  /** The language of alternative texts. Default `en`. */
  readonly language?: string
}

/** The most characters of a title; a longer one is kept as metadata. */
const MAX_TITLE = 255
/** Columns to read. Others may be large. */
const COLUMNS = [
  'id',
  'name',
  'url',
  'provider',
  'folder_path',
  'alternative_text',
  'caption',
  'created_at',
  'updated_at',
]

/**
 * Reads the media library of Strapi 4 or 5 with its local provider, the oldest first, in its folders. The external id
 * is the last part of the URL, such as `photo_3f2a.jpg`. The caption becomes the title. It leaves out formats
 * (`thumbnail_…`, `small_…`): the store makes its own. It refuses files of another provider.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromStrapi, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * await importAll(store, fromStrapi({ database: '.tmp/data.db', root: 'public' }))
 * ```
 */
export async function* fromStrapi(options: FromStrapiOptions): ImportSource {
  requireSystemOptions('fromStrapi', options, ['language'])
  const { language = 'en' } = options
  const root = await openRoot('root', options.root)
  const work = (query: Query) => entriesOf(query, root, language)
  yield* withDatabase(options, work, 'This is no database of Strapi 4 or 5')
}

async function* entriesOf(
  query: Query,
  root: SourceRoot,
  language: string,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  const folders = await foldersByPath(query)
  for await (const row of rowsOf(query, 'files', COLUMNS)) {
    const label = textOfRow(row, 'name') ?? `file ${String(row.id)}`
    try {
      yield await entryOf(root, row, { label, language, folders })
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

/** The name of each folder by its path, such as `/1/3`, which consists of the folders' numbers. */
async function foldersByPath(query: Query): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>()
  const sql = 'SELECT id, name, path FROM upload_folders ORDER BY id'
  for await (const { path: at, name } of pagesOf(query, sql)) folders.set(String(at), String(name))
  return folders
}

interface Library {
  readonly label: string
  readonly language: string
  readonly folders: ReadonlyMap<string, string>
}

async function entryOf(
  root: SourceRoot,
  row: DatabaseRow,
  { label, language, folders }: Library,
): Promise<ImportEntry> {
  const url = textOfRow(row, 'url')
  if (url === undefined) throw new EntryError('has no URL')
  if (!url.startsWith('/') || url.startsWith('//')) {
    throw new EntryError(`is stored by the provider ${String(row.provider)}, at ${url}`)
  }
  const { source, size } = await root.file(`.${url}`)
  const alt = textOfRow(row, 'alternative_text')
  const createdAt = timeOf('created_at', row.created_at)
  const updatedAt = timeOf('updated_at', row.updated_at)
  const item: ImportItem = {
    source,
    name: label,
    externalId: path.posix.basename(url),
    folder: folderNames(textOfRow(row, 'folder_path'), folders),
    ...(alt !== undefined && { alt: { [language]: alt } }),
    ...captionOf(textOfRow(row, 'caption')),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  }
  return { label, size, item }
}

function captionOf(caption: string | undefined): Partial<ImportItem> {
  if (caption === undefined) return {}
  return [...caption].length <= MAX_TITLE ? { title: caption } : { metadata: { caption } }
}

/** `/1/3` as the names of `/1` and of `/1/3`. */
function folderNames(
  at: string | undefined,
  folders: ReadonlyMap<string, string>,
): readonly string[] {
  const numbers = (at ?? '').split('/').filter((number) => number !== '')
  if (numbers.length > MAX_FOLDER_DEPTH)
    throw new EntryError(`lies in more than ${MAX_FOLDER_DEPTH} folders`)
  let path = ''
  return numbers.map((number) => {
    path += `/${number}`
    return folders.get(path) ?? number
  })
}
