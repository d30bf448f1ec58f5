import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type DirectoryEntry,
  type DiskPath,
  directoryEntries,
  diskPath,
  type Exclusion,
  liesWithin,
  nameForStore,
} from '@stowage/import/internal'
import { usageError } from '../../exit/cli-error.ts'
import { systemReason } from '../../io/system-reason.ts'
import type { Found, LeftOut, SourceFile } from '../source-file.ts'

/** What to look for, and where it goes. */
export interface ScanOptions {
  /** The folder for all files: names from the top. */
  readonly into: readonly string[]
  /** Whether to take files and folders whose names begin with a dot. */
  readonly hidden: boolean
  /** What systems leave behind, and what a person leaves out. */
  readonly exclusion: Exclusion
  /** Folders that it never enters, links resolved: the store itself. */
  readonly excluded: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * Every file at or below a path, in the order of names. Follows a link to a file within the folder, but never one to a
 * folder, so it reads nothing outside and walks no cycle. A file that the command names itself is taken, whatever its
 * name.
 */
export async function scanFolder(given: string, options: ScanOptions): Promise<Found> {
  const root = await realpath(given)
  if (options.excluded.some((folder) => liesWithin(folder, root))) {
    throw usageError(
      `${given} is in the folder of the store itself. Name another folder to import, or another store with --directory.`,
    )
  }
  const facts = await stat(root)
  const { into } = options
  const walk: Walk = { ...options, root, shown: given, files: [], refused: [], ignored: [] }
  if (facts.isFile()) {
    const name = nameForStore(path.basename(given))
    const { size } = facts
    walk.files.push({ path: root, label: given, name, folder: into, size, ownData: {} })
  } else if (facts.isDirectory()) await walkFolder(root, [], walk)
  else walk.ignored.push({ label: given, reason: 'is neither a file nor a folder' })
  const { files, refused, ignored } = walk
  return { files, refused, ignored }
}

interface Walk extends ScanOptions {
  readonly root: string
  /** As the person named it. */
  readonly shown: string
  readonly files: SourceFile[]
  readonly refused: LeftOut[]
  readonly ignored: LeftOut[]
}

async function walkFolder(at: DiskPath, folder: readonly string[], walk: Walk): Promise<void> {
  walk.signal?.throwIfAborted()
  for (const entry of await entriesOf(at, folder, walk)) {
    const names = [...folder, entry.name]
    const label = labelOf(names, walk)
    const reason = reasonToPass(entry, names, walk)
    if (reason !== null) walk.ignored.push({ label, reason })
    else if (entry.kind === 'folder') await walkFolder(entry.path, names, walk)
    else await take(entry, folder, walk)
  }
}

function reasonToPass(
  { name, path, kind }: DirectoryEntry,
  names: readonly string[],
  { hidden, exclusion, excluded }: Walk,
): string | null {
  const excludedBy = exclusion(names)
  if (excludedBy === 'system') return 'is left by the system'
  if (excludedBy === 'pattern') return 'is excluded'
  if (!hidden && name.startsWith('.')) return 'is hidden'
  if (kind === 'folder' && excluded.some((folder) => liesWithin(folder, path)))
    return 'is the store itself'
  return null
}

/** A folder that cannot be read is refused as a whole: nobody can say how many files it has. */
async function entriesOf(
  at: DiskPath,
  folder: readonly string[],
  walk: Walk,
): Promise<readonly DirectoryEntry[]> {
  try {
    return await directoryEntries(at)
  } catch (error) {
    const reason = `is a folder that ${systemReason(error)}; no file in it is imported`
    walk.refused.push({ label: labelOf(folder, walk), reason })
    return []
  }
}

async function take(
  { name, path, kind }: DirectoryEntry,
  folder: readonly string[],
  walk: Walk,
): Promise<void> {
  const label = labelOf([...folder, name], walk)
  try {
    const target = kind === 'link' ? diskPath(await realpath(path, { encoding: 'buffer' })) : path
    const facts = await stat(target)
    if (kind === 'link' && !liesWithin(walk.root, target)) {
      walk.ignored.push({ label, reason: 'is a link that leads out of the folder' })
    } else if (facts.isFile()) {
      const { size } = facts
      const location = [...walk.into, ...folder.map(nameForStore)]
      const named = { name: nameForStore(name), folder: location }
      walk.files.push({ path: target, label, ...named, size, ownData: {} })
    } else {
      const reason = facts.isDirectory()
        ? 'is a link to a folder'
        : 'is neither a file nor a folder'
      walk.ignored.push({ label, reason })
    }
  } catch (error) {
    walk.refused.push({ label, reason: systemReason(error) })
  }
}

function labelOf(names: readonly string[], { shown }: Walk): string {
  const above = shown === '.' ? [] : [shown.replace(/[/\\]+$/, '')]
  return [...above, ...names].join('/')
}
