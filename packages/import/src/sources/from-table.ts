import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { ImportItem, OwnerField } from '@stowage/core'
import type { ImportEntry, ImportSource } from '../entries/entry.ts'
import { EntryError, refusedEntry } from '../entries/refusal.ts'
import { fileIn } from '../entries/root.ts'
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
export interface FromTableOptions {
  /** The folder that has the files. No path of a row leads out of it. */
  readonly root: string
  /**
   * What a row says; `null` for a row without a file. Default: rows as multer gives them and apps keep them. The path is
   * `filename`, else `path`; the name `originalname`, else `original_name`; the external id `id`, else the path; then
   * `created_at` and `updated_at`, or `createdAt` and `updatedAt`.
   */
  readonly map?: (row: TableRow) => MappedRow | null
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
export async function* fromTable(
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  { root: directory, map = mapMulterRow }: FromTableOptions,
): ImportSource {
  const root = await realpath(directory)
  let number = 0
  for await (const row of rows) {
    number += 1
    let label = `row ${number}`
    try {
      const mapped = map(row)
      if (mapped === null) continue
      label = mapped.path
      yield await entryOf(root, mapped)
    } catch (error) {
      yield refusedEntry(label, error)
    }
  }
}

async function entryOf(root: string, mapped: MappedRow): Promise<ImportEntry> {
  const { path: claimed, owners, ...item } = mapped
  const { source, size } = await fileIn(root, claimed)
  const named = { name: path.basename(claimed), ...item, source }
  return { label: claimed, size, item: named, ...(owners !== undefined && { owners }) }
}

function mapMulterRow(row: TableRow): MappedRow {
  const at = textIn(row, 'filename', 'path')
  if (at === undefined) throw new EntryError('has neither filename nor path')
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

function textIn(row: TableRow, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => row[name]).find((value) => value != null && value !== '')
  return found === undefined ? undefined : String(found)
}
