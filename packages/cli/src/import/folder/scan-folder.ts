import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../exit/cli-error.ts'
import { isWithin } from '../../io/is-within.ts'
import { systemReason } from '../../io/system-reason.ts'
import type { Found, LeftOut, SourceFile } from '../source-file.ts'

/** What is looked for, and where it goes. */
export interface ScanOptions {
  /** Names of the folders that everything comes to lie in. */
  readonly into: readonly string[]
  /** Files whose names begin with a dot too, and those that file managers leave behind. */
  readonly hidden: boolean
  /** Folders that are never entered, links resolved: the store itself. */
  readonly excluded: readonly string[]
  readonly signal?: AbortSignal
}

/** What file managers leave in folders. */
const LEFT_BY_SYSTEMS = new Set(['thumbs.db', 'desktop.ini'])

/**
 * Every file at or below a path, in the order of names. A link to a file within the folder is followed, one to a folder
 * never, so nothing outside is read and no circle is walked.
 */
export async function scanFolder(given: string, options: ScanOptions): Promise<Found> {
  const root = await realpath(given)
  if (options.excluded.some((folder) => isWithin(folder, root))) {
    throw usageError(
      `${given} is in the folder of the store itself. Name another folder to import, or another store with --directory.`,
    )
  }
  const facts = await stat(root)
  const { into } = options
  const found = { files: [] as SourceFile[], refused: [] as LeftOut[], ignored: [] as LeftOut[] }
  if (facts.isFile()) {
    const name = path.basename(given)
    const { size } = facts
    found.files.push({ path: root, label: given, name, folder: into, size, ownData: {} })
  } else if (facts.isDirectory()) await walk(root, root, given, into, options, found)
  else found.ignored.push({ label: given, reason: 'is neither a file nor a folder' })
  return found
}

interface Collected {
  readonly files: SourceFile[]
  readonly refused: LeftOut[]
  readonly ignored: LeftOut[]
}

async function walk(
  root: string,
  directory: string,
  shown: string,
  folder: readonly string[],
  options: ScanOptions,
  found: Collected,
): Promise<void> {
  options.signal?.throwIfAborted()
  for (const entry of await entriesOf(directory, shown, found)) {
    const at = path.join(directory, entry.name)
    const label = path.join(shown, entry.name)
    if (!options.hidden && isHidden(entry.name)) {
      found.ignored.push({ label, reason: 'is hidden' })
    } else if (entry.isDirectory()) {
      if (options.excluded.includes(at))
        found.ignored.push({ label, reason: 'is the store itself' })
      else await walk(root, at, label, [...folder, entry.name], options, found)
    } else await take(root, at, label, folder, entry, found)
  }
}

async function entriesOf(directory: string, shown: string, found: Collected): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    found.refused.push({ label: shown, reason: systemReason(error) })
    return []
  }
}

async function take(
  root: string,
  at: string,
  label: string,
  folder: readonly string[],
  entry: Dirent,
  found: Collected,
): Promise<void> {
  try {
    const target = entry.isSymbolicLink() ? await realpath(at) : at
    const facts = await stat(target)
    if (target !== at && !isWithin(root, target)) {
      found.ignored.push({ label, reason: 'is a link that leads out of the folder' })
    } else if (facts.isFile()) {
      const { size } = facts
      found.files.push({ path: target, label, name: entry.name, folder, size, ownData: {} })
    } else {
      const reason = facts.isDirectory()
        ? 'is a link to a folder'
        : 'is neither a file nor a folder'
      found.ignored.push({ label, reason })
    }
  } catch (error) {
    found.refused.push({ label, reason: systemReason(error) })
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || LEFT_BY_SYSTEMS.has(name.toLowerCase())
}
