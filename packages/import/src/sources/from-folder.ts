import {
  check,
  checkOptions,
  flag,
  givenItems,
  type OptionChecks,
  path as requirePath,
} from '@stowage/core/internal'
import { type DirectoryEntry, directoryEntries } from '../entries/directory-entries.ts'
import { type DiskPath, liesWithin } from '../entries/disk-path.ts'
import type { ImportEntry, ImportSource, RefusedEntry } from '../entries/entry.ts'
import { createExclusion, type Exclusion } from '../entries/exclusion.ts'
import { externalIdOfDiskPath } from '../entries/external-id.ts'
import { nameForStore } from '../entries/name-for-store.ts'
import { refusedEntry } from '../entries/refusal.ts'
import { openRoot, type SourceRoot } from '../entries/root.ts'

/** What `fromFolder` leaves out, and how it names files. */
export interface FromFolderOptions {
  /** Whether to take files and folders whose names begin with a dot. Default `false`. */
  readonly hidden?: boolean
  /** Folders from which no file is taken, links resolved, such as that of the store. Default: none. */
  readonly excluded?: readonly string[]
  /**
   * Patterns to leave out, such as `*.tmp` or `drafts/**`: `*` and `?` match characters of a name, `**` any characters.
   * A pattern without `/` matches names anywhere. What systems leave behind, such as `Thumbs.db` and `@eaDir`, is never
   * taken.
   */
  readonly exclude?: readonly string[]
  /** Put before the path in the external id, such as `photos/`. Default: nothing. */
  readonly prefix?: string
}

const OPTIONS: OptionChecks<FromFolderOptions> = {
  hidden: flag,
  excluded: check('a list of paths', Array.isArray),
  exclude: check('a list of patterns', (value) => givenItems(value)?.every(isText) === true),
  prefix: check('a string', isText),
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/**
 * Reads every file in a folder and its subfolders, in the order of names, and keeps the tree of folders. The external
 * id of a file is its path with `/` between the names. Its dates are when it last changed. It follows a link only to a
 * file inside the folder. A name that is not UTF-8 is read as Latin-1, and a backslash in a name becomes a hyphen.
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
  const { hidden = false, excluded = [], exclude = [], prefix = '' } = options
  const root = await openRoot('directory', directory, excluded)
  const walk = { root, hidden, excluded, exclusion: createExclusion(exclude), prefix }
  yield* filesBelow(root.path, [], walk)
}

interface Walk extends Required<Omit<FromFolderOptions, 'exclude'>> {
  readonly root: SourceRoot
  readonly exclusion: Exclusion
}

async function* filesBelow(
  directory: DiskPath,
  folder: readonly string[],
  walk: Walk,
): AsyncGenerator<ImportEntry | RefusedEntry> {
  for (const entry of await directoryEntries(directory)) {
    const names = [...folder, entry.name]
    if (!walk.hidden && entry.name.startsWith('.')) continue
    if (walk.exclusion(names) !== null) continue
    if (entry.kind !== 'folder') yield await entryOf(entry, folder, walk)
    else if (!walk.excluded.some((at) => liesWithin(at, entry.path))) {
      yield* filesBelow(entry.path, names, walk)
    }
  }
}

async function entryOf(
  { name, path }: DirectoryEntry,
  folder: readonly string[],
  { root, prefix }: Walk,
): Promise<ImportEntry | RefusedEntry> {
  const label = [...folder, name].join('/')
  try {
    const { source, size, modifiedAt } = await root.fileAt(path)
    const externalId = externalIdOfDiskPath(`${prefix}${label}`, { bytes: path, root: root.path })
    const item = { source, externalId, createdAt: modifiedAt }
    const place = { name: nameForStore(name), folder: folder.map(nameForStore) }
    return { label, size, item: { ...item, ...place } }
  } catch (error) {
    return refusedEntry(label, error)
  }
}
