import path from 'node:path'
import type { ImportItem, OwnerField } from '@stowage/core'
import {
  callback,
  checkOptions,
  invalidArgument,
  mustBe,
  required,
  path as requirePath,
} from '@stowage/core/ports'
import type { ImportEntry, ImportSource } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { fileIn, folderAt } from '../entries/root.ts'
import { timeOf } from '../entries/times.ts'

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
  /** The folder that has the files. No path of a row leads out of it. */
  readonly root: string
  /**
   * What a row says, or a promise of it; `null` for a row without a file. What it throws ends the import.
   *
   * Default: rows as multer gives them and apps keep them. The path is `filename`; `path` where that alone leads to a file
   * in `root`. The name is `originalname`, else `original_name`; the external id `id`, else the path; then `created_at` and
   * `updated_at`, or `createdAt` and `updatedAt`.
   */
  readonly map?: (row: Row) => MappedRow | null | Promise<MappedRow | null>
}

/**
 * The files that rows of your own database name, such as those of an app with multer: a table of names, and a folder.
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
  const root = await folderAt('root', options.root)
  let number = 0
  for await (const row of rows) {
    number += 1
    requireRow(row)
    // Outside of `try`: an error of the app's own function is no refusal of a file.
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

/** Tells apart the results of common drivers and a promise: all of them are objects. */
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

async function entryOf(root: string, mapped: MappedRow): Promise<ImportEntry> {
  const { path: claimed, owners, ...item } = mapped
  const { source, size } = await fileIn(root, claimed)
  const named = { name: path.basename(claimed), ...item, source }
  return { label: claimed, size, item: named, ...(owners !== undefined && { owners }) }
}

async function mapMulterRow(root: string, row: TableRow): Promise<MappedRow> {
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
 * `filename`, unless only `path` leads to a file: multer has there where the file lies for the app, which may be a folder
 * of `root`.
 */
async function pathOf(root: string, row: TableRow): Promise<string> {
  const [filename, stored] = [textIn(row, 'filename'), textIn(row, 'path')]
  const first = filename ?? stored
  if (first === undefined) throw new EntryError('has neither filename nor path')
  for (const each of [filename, stored, stored && path.resolve(stored)]) {
    if (each === undefined) continue
    const isThere = await fileIn(root, each).then(
      () => true,
      () => false,
    )
    if (isThere) return each
  }
  return first
}

function textIn(row: TableRow, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => row[name]).find((value) => value != null && value !== '')
  return found === undefined ? undefined : String(found)
}
