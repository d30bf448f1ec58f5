import { mkdir, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { refused, unreachable } from '../exit/cli-error.ts'
import {
  copyDurably,
  factsOf,
  makeFolderOf,
  moveNewFile,
  readText,
  removeFile,
  withinDirectory,
  writeText,
} from '../files/contained-files.ts'
import { DATABASE, RESTORING } from '../target/locate-store.ts'

/** What a new volume contains. */
const OF_THE_SYSTEM = ['lost+found']
const BLOBS = 'blobs'
/** The database while it is copied. */
const WAITING = `${DATABASE}.restoring`

/** From where to where, and whom to tell. */
export interface RestoreOptions {
  readonly backup: string
  readonly directory: string
  readonly signal: AbortSignal
  /** Called before the first file is copied. */
  readonly onCounted: (files: number) => void
  readonly onCopied: (bytes: number) => void
}

/** What was copied. */
export interface RestoreReport {
  readonly files: number
  readonly bytes: number
}

/**
 * Makes a store from a backup. The database comes last, so a folder with a database is complete. After an interruption,
 * the next run starts over in the same folder, or has nothing left to copy. Refuses a folder that holds anything else.
 * Call `finishRestore` afterwards.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { backup, directory, signal } = options
  await factsIn(backup, DATABASE).catch((error) => {
    throw unreachable(`${backup} holds no backup: it has no ${DATABASE}. Name its folder.`, error)
  })
  const log = await factsIn(backup, `${DATABASE}-wal`).catch(() => null)
  if (log !== null && log.size > 0) {
    throw refused(
      `${backup} is a store and no backup: ${DATABASE}-wal has records that a copy would lack. Run "stowage backup" on it, and restore that.`,
    )
  }
  if ((await prepare(options)) === 'copied') return { files: 0, bytes: 0 }
  const blobs = await filesBelow(await withinDirectory(backup, BLOBS))
  options.onCounted(blobs.length + 1)
  let bytes = 0
  for (const file of blobs) {
    signal.throwIfAborted()
    const name = [BLOBS, file].join('/')
    bytes += await copy(name, name, options)
  }
  bytes += await copy(DATABASE, WAITING, options)
  const waiting = await withinDirectory(directory, WAITING)
  // Never replaces a database that a process has made here meanwhile.
  await moveNewFile(waiting, await withinDirectory(directory, DATABASE)).catch((error) => {
    if (Object(error).code !== 'EEXIST') throw error
    throw refused(`A store was made in ${directory} meanwhile. Restore into another folder.`)
  })
  await removeFile(waiting)
  return { files: blobs.length + 1, bytes }
}

/** Call it once the store has been checked: from then on it is a store like any other. */
export async function finishRestore(directory: string): Promise<void> {
  await removeFile(await withinDirectory(directory, RESTORING))
}

/** Whether an earlier run has copied everything already. */
async function prepare({ backup, directory }: RestoreOptions): Promise<'empty' | 'copied'> {
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => !OF_THE_SYSTEM.includes(name))
  const marker = await withinDirectory(directory, RESTORING)
  const source = await realpath(backup)
  if (names.length === 0) {
    await writeText(marker, source)
    return 'empty'
  }
  const begun = names.includes(RESTORING) ? await readText(marker) : null
  // Killed before it wrote the source: then nothing was copied yet.
  if (begun === '' && names.length === 1) await writeText(marker, source)
  else if (begun !== source) {
    const what = begun === null ? 'is not empty' : `holds the beginning of a store from ${begun}`
    throw refused(
      `${directory} ${what}. Nothing that is there is ever overwritten: move it away, or name another folder with --directory.`,
    )
  }
  return names.includes(DATABASE) ? 'copied' : 'empty'
}

async function copy(
  from: string,
  to: string,
  { backup, directory, onCopied }: RestoreOptions,
): Promise<number> {
  await makeFolderOf(directory, to)
  const target = await withinDirectory(directory, to)
  const bytes = await copyDurably(await withinDirectory(backup, from), target)
  onCopied(bytes)
  return bytes
}

async function factsIn(folder: string, name: string): ReturnType<typeof factsOf> {
  return factsOf(await withinDirectory(folder, name))
}

/** Paths from the folder, with slashes. */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error) => {
      if (Object(error).code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(directory, [parentPath, name].join('/')))
    .map((file) => file.replaceAll(path.sep, '/'))
}
