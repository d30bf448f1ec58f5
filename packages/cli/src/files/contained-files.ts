import { constants, createWriteStream, type Stats } from 'node:fs'
import { copyFile, type FileHandle, lstat, mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { type PathWithin, placeNew, withinDirectory } from '@stowage/core/internal'

export { isOutsideDirectory, type PathWithin, withinDirectory } from '@stowage/core/internal'

/**
 * The file operations of export, import, backup and downloads, limited to paths in the folder that a person named. None
 * follows a link in place of the file. The compiler refuses a path that `withinDirectory` has not made.
 */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_RDWR, O_WRONLY } = constants

/** Makes the folder and its parents. */
export async function makeFolder(path: PathWithin): Promise<void> {
  await mkdir(path, { recursive: true })
}

/** Makes the folder of a file. It may differ from the one before when somebody has put a link there meanwhile. */
export async function makeFolderOf(root: string, name: string): Promise<void> {
  const names = name.split('/').slice(0, -1)
  if (names.length > 0) await makeFolder(await withinDirectory(root, names.join('/')))
}

/** Creates a file. `EEXIST` when the path exists. */
export function openNew(path: PathWithin): Promise<FileHandle> {
  return open(path, O_RDWR | O_CREAT | O_EXCL)
}

/** Creates a file to stream into. `EEXIST` when the path exists. */
export function writeNewStream(path: PathWithin): Writable {
  return createWriteStream(path, { flags: 'wx' })
}

/** Creates the file when it is missing. `ELOOP` for a link. */
export async function appendText(path: PathWithin, text: string): Promise<void> {
  await use(await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW), async (handle) => {
    await handle.appendFile(text)
  })
}

/** In UTF-8. `ELOOP` for a link. */
export async function readText(path: PathWithin): Promise<string> {
  return use(await openToRead(path), (handle) => handle.readFile('utf8'))
}

/** `ELOOP` for a link. */
export function openToRead(path: PathWithin): Promise<FileHandle> {
  return open(path, O_RDONLY | O_NOFOLLOW)
}

/** Replaces the content of the file. `ELOOP` for a link. */
export async function writeText(path: PathWithin, text: string): Promise<void> {
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | constants.O_TRUNC
  await use(await open(path, flags), (handle) => handle.writeFile(text))
}

/** Facts of a file, or of a link itself. */
export function factsOf(path: PathWithin): Promise<Stats> {
  return lstat(path)
}

/** Replaces a file at the new path. */
export function moveFile(from: PathWithin, to: PathWithin): Promise<void> {
  return rename(from, to)
}

/** Never replaces a file: `EEXIST` when the new path exists. */
export function moveNewFile(from: PathWithin, to: PathWithin): Promise<void> {
  return placeNew(from, to)
}

/** Removes a file, or a folder with everything in it. The path may be missing. */
export async function removeAll(path: PathWithin): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

/** Removes a file. It may be missing. */
export async function removeFile(path: PathWithin): Promise<void> {
  await rm(path, { force: true })
}

/** Sets the modification time. File systems allow fewer years than the store: a time that they refuse is ignored. */
export async function dateFile(path: PathWithin, time: Date): Promise<void> {
  await utimes(path, time, time).catch(() => {})
}

/**
 * Copies a file over the one at the new path, and syncs it. Resolves to its bytes. Shares the bytes of the two files
 * when the file system can.
 */
export async function copyDurably(from: PathWithin, to: PathWithin): Promise<number> {
  await removeFile(to)
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  return use(await open(to, O_RDWR | O_NOFOLLOW), async (handle) => {
    await handle.sync()
    return (await handle.stat()).size
  })
}

async function use<Result>(
  handle: FileHandle,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}
