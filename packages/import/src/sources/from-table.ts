import path from 'node:path'
import type { ImportItem, OwnerField } from '@stowage/core'
import {
  callback,
  checkOptions,
  invalidArgument,
  mustBe,
  required,
  path as requirePath,
} from '@stowage/core/internal'
import type { ImportEntry, ImportSource, ImportWarning } from '../entries/entry.ts'
import { nameForStore } from '../entries/name-for-store.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { openRoot, type SourceRoot } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'

/** Columns that a warning names. */
const MAX_SHOWN = 20

/** A row of a table of files. */
export type TableRow = Readonly<Record<string, unknown>>

/** What a row says: where its file is, and what the store gets. */
export interface MappedRow extends Omit<ImportItem, 'source'> {
  /** Path of the file, from `root`. */
  readonly path: string
  /** The records that it belongs to. */
  readonly owners?: readonly OwnerField[]
}

/** How `fromTable` reads rows. */
export interface FromTableOptions<Row extends object = TableRow> {
  /** The folder of the files. No path in a row leads out of it. */
  readonly root: string
  /**
   * Returns what a row says, or a promise of it; `null` for a row without a file. What it throws ends the import.
   *
   * Default: rows as multer gives them and apps keep them. The path is `filename`, or `path` when only that leads to a
   * file in `root`. The name is `originalname`, else `original_name`, else `name`. The external id is `id`, else the
   * path. The dates are `created_at` and `updated_at`, or `createdAt` and `updatedAt`.
   */
  readonly map?: (row: Row) => MappedRow | null | Promise<MappedRow | null>
}

/**
 * Reads the files that rows of your own database name, such as those of an app with multer: a table of names, and a
 * folder.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromTable, importAll } from '@stowage/import'
 *
 * const rows = [{ id: 17, filename: 'f3a9', originalname: 'invoice.pdf', created_at: '2021-03-04 05:06:07' }]
 * const store = await openAssetStore({ directory: './media' })
 * await importAll(store, fromTable(rows, { root: './uploads' }))
 * ```
 */
export async function* fromTable<Row extends object = TableRow>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: FromTableOptions<Row>,
): ImportSource {
  requireRows(rows)
  checkOptions<FromTableOptions<Row>>('fromTable', options, {
    root: required(requirePath),
    map: callback,
  })
  const { map } = options
  const root = await openRoot('root', options.root)
  let number = 0
  for await (const row of rows) {
    number += 1
    requireRow(row)
    if (number === 1 && map === undefined) yield* unreadColumns(row as TableRow)
    // Outside the `try`: an error in the app's own function does not refuse a file.
    const own = map === undefined ? null : await map(row)
    let label = `row ${number}`
    try {
      const mapped = map === undefined ? await mapMulterRow(root, row as TableRow) : own
      if (mapped === null) continue
      const found = requireMapped(mapped)
      label = found.path
      yield await entryOf(root, found)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

/** Tells apart the results of common drivers, and a promise: all of them are objects. */
function requireRows(rows: unknown): void {
  const members = Object(rows) as Readonly<Record<PropertyKey, unknown>>
  const isIterable = Symbol.iterator in members || Symbol.asyncIterator in members
  if (isIterable && typeof rows !== 'string') return
  if (Array.isArray(members.rows)) {
    throw invalidArgument('rows', 'rows must be the rows alone. Pass result.rows.')
  }
  throw mustBe('rows', 'a list of rows, or an iterable of them', rows)
}

function requireRow(row: unknown): void {
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) return
  throw invalidArgument(
    'rows',
    'Each row must be an object. With mysql2 pass the first of [rows, fields].',
  )
}

function requireMapped(mapped: MappedRow | undefined): MappedRow {
  if (mapped === undefined) {
    throw new EntryError('map returned nothing for it. Return null for a row without a file')
  }
  if (typeof mapped.path === 'string') return mapped
  throw new EntryError('has no path: map must return { path, … }')
}

async function entryOf(root: SourceRoot, mapped: MappedRow): Promise<ImportEntry> {
  const { path: claimed, owners, ...item } = mapped
  const { source, size } = await root.file(claimed)
  const named = { name: nameForStore(path.basename(claimed)), ...item, source }
  return { label: claimed, size, item: named, ...(owners !== undefined && { owners }) }
}

/** What else multer says about a file: the store finds it out itself, or nobody needs it. */
const NEEDLESS = ['fieldname', 'encoding', 'mimetype', 'mime_type', 'destination', 'size']
const READ = [
  ...['id', 'filename', 'path', 'originalname', 'original_name', 'name'],
  ...['created_at', 'createdAt', 'updated_at', 'updatedAt'],
]

/**
 * A column such as `user_id` says whose file it is. Without this warning, an app would notice only when users do not
 * see their files.
 */
function* unreadColumns(row: TableRow): Generator<ImportWarning> {
  const unread = Object.keys(row).filter((name) => ![...READ, ...NEEDLESS].includes(name))
  if (unread.length === 0) return
  const shown = unread.slice(0, MAX_SHOWN).join(', ')
  const warning =
    `of the table are not read: ${shown}${unread.length > MAX_SHOWN ? ' …' : ''}. ` +
    'Pass map for what they say, such as createdBy for the user whose file it is, or owners'
  yield { label: 'columns', warning }
}

async function mapMulterRow(root: SourceRoot, row: TableRow): Promise<MappedRow> {
  const at = await pathOf(root, row)
  const name = textIn(row, 'originalname', 'original_name', 'name')
  const createdAt = timeOf('created_at', row.created_at ?? row.createdAt)
  const updatedAt = timeOf('updated_at', row.updated_at ?? row.updatedAt)
  return {
    path: at,
    externalId: row.id == null ? at : String(row.id),
    ...(name !== undefined && { name }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  }
}

/**
 * `filename`, unless only `path` leads to a file: in `path`, multer has the file's location as the app sees it, which
 * may be in a subfolder of `root`.
 */
async function pathOf(root: SourceRoot, row: TableRow): Promise<string> {
  const [filename, stored] = [textIn(row, 'filename'), textIn(row, 'path')]
  const first = filename ?? stored
  if (first === undefined) throw new EntryError('has neither filename nor path')
  for (const names of [[filename], [stored], [process.cwd(), stored]]) {
    if (names.at(-1) === undefined) continue
    const at = names.join('/')
    const isThere = await root.file(at).then(
      () => true,
      () => false,
    )
    if (isThere) return at
  }
  return first
}

function textIn(row: TableRow, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => row[name]).find((value) => value != null && value !== '')
  return found === undefined ? undefined : String(found)
}
