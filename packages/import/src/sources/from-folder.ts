import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import {
  check,
  checkOptions,
  flag,
  type OptionChecks,
  path as requirePath,
} from '@stowage/core/ports'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { externalIdOfPath } from '../entries/external-id.ts'
import { refusedEntry } from '../entries/refusal.ts'
import { fileIn, folderAt } from '../entries/root.ts'

/** What `fromFolder` leaves out, and what it calls files. */
export interface FromFolderOptions {
  /** Files and folders whose names begin with a dot too. Default `false`. */
  readonly hidden?: boolean
  /** Folders that no file is taken from, links resolved, such as that of the store. Default: none. */
  readonly excluded?: readonly string[]
  /** Comes before the path in the external id, such as `photos/`. Default: nothing. */
  readonly prefix?: string
}

const OPTIONS: OptionChecks<FromFolderOptions> = {
  hidden: flag,
  excluded: check('a list of paths', Array.isArray),
  prefix: check('a string', (value) => typeof value === 'string'),
}

/**
 * Every file in a folder and the folders in it, in the order of names, with its place in the tree. Its external id is its
 * path with `/` between the names. Its dates are when it last changed. A link is followed to a file in the folder, and no
 * further.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromFolder, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const report = await importAll(store, fromFolder('./public/uploads'))
 * console.log(report)
 * ```
 */
export async function* fromFolder(
  directory: string,
  options: FromFolderOptions = {},
): ImportSource {
  requirePath(directory, 'directory')
  checkOptions<FromFolderOptions>('fromFolder', options, OPTIONS)
  const { hidden = false, excluded = [], prefix = '' } = options
  const root = await folderAt('directory', directory)
  yield* filesBelow(root, [], { hidden, excluded, prefix })
}

async function* filesBelow(
  root: string,
  folder: readonly string[],
  options: Required<FromFolderOptions>,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  const directory = path.join(root, ...folder)
  if (options.excluded.includes(directory)) return
  for (const entry of await entriesOf(directory)) {
    if (!options.hidden && entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesBelow(root, [...folder, entry.name], options)
    else yield await entryOf(root, folder, entry.name, options)
  }
}

/** In the order of code units, so that every run has the same. */
async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function entryOf(
  root: string,
  folder: readonly string[],
  name: string,
  { excluded, prefix }: Required<FromFolderOptions>,
): Promise<ImportEntry | RefusedEntry> {
  const label = [...folder, name].join('/')
  try {
    const { source, size, modifiedAt } = await fileIn(root, path.join(...folder, name), excluded)
    const externalId = externalIdOfPath(`${prefix}${label}`)
    return { label, size, item: { source, name, externalId, createdAt: modifiedAt, folder } }
  } catch (error) {
    return refusedEntry(label, error)
  }
}
