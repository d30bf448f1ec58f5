import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { refused } from '../exit/cli-error.ts'
import {
  factsOf,
  moveFile,
  openNew,
  type PathWithin,
  readText,
  removeFile,
  withinDirectory,
} from '../files/contained-files.ts'
import { OWN_NAMES } from './own-names.ts'

/** Milliseconds after which a lock that was not renewed expires, by the clock of the disk. */
const STALE = 30_000
const RENEWED = 5000

/** Locks of this process. A restarted container has the same host name and the same process id. */
const held = new Set<string>()

interface Holder {
  readonly pid: number
  readonly host: string
}

/**
 * Locks the folder of an export for this process: two would write one list. Resolves to a function that releases the
 * lock and never fails. A lock that cannot be removed is taken over like that of a killed process: at once on this
 * machine, after 30 seconds on another. Calls `onLost` when another export has taken over from this one.
 */
export async function lockExport(
  directory: string,
  onLost: (error: Error) => void,
): Promise<() => Promise<void>> {
  const file = await withinDirectory(directory, OWN_NAMES.lock)
  const token = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  const handle = await takeLock(file, token).catch(async (error) => {
    if (!isCode(error, 'EEXIST')) throw error
    await removeStale(file, directory)
    return takeLock(file, token).catch((error) => {
      throw isCode(error, 'EEXIST') ? inUse(directory) : error
    })
  })
  held.add(token)
  const renewal = setInterval(async () => {
    if (await isLost(file, token)) onLost(inUse(directory))
    await writeToken(handle, token).catch(() => {})
  }, RENEWED)
  renewal.unref()
  return async () => {
    clearInterval(renewal)
    held.delete(token)
    await handle.close().catch(() => {})
    const text = await readText(file).catch(() => '')
    if (text === token) await removeFile(file).catch(() => {})
  }
}

async function takeLock(file: PathWithin, token: string): Promise<FileHandle> {
  const handle = await openNew(file)
  try {
    await writeToken(handle, token)
    return handle
  } catch (error) {
    await handle.close()
    await removeFile(file).catch(() => {})
    throw error
  }
}

/** Also renews the lock: the disk records when it was written. */
async function writeToken(handle: FileHandle, token: string): Promise<void> {
  await handle.write(token, 0)
}

/** A disk that does not answer proves nothing about whose lock it is. */
async function isLost(file: PathWithin, token: string): Promise<boolean> {
  try {
    return (await readText(file)) !== token
  } catch (error) {
    return isCode(error, 'ENOENT')
  }
}

/** Renames the lock first: of several processes that find it, only one removes it. */
async function removeStale(file: PathWithin, directory: string): Promise<void> {
  const found = await readLock(file)
  if (found === null) return
  const { text, mtimeMs } = found
  if ((await nowOfDisk(directory)) - mtimeMs < STALE && !isOver(text)) throw inUse(directory)
  const aside = await besideLock(directory)
  try {
    await moveFile(file, aside)
  } catch (error) {
    // Another process was quicker.
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  // Another process was quicker, and this is its new lock.
  if ((await readText(aside)) !== text) {
    await moveFile(aside, file)
    throw inUse(directory)
  }
  await removeFile(aside)
}

/** `null` when it is gone. A lock that cannot be read is an error: it may be in use. */
async function readLock(
  file: PathWithin,
): Promise<{ readonly text: string; readonly mtimeMs: number } | null> {
  try {
    return { text: await readText(file), mtimeMs: (await factsOf(file)).mtimeMs }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** The clocks of this machine and of a network disk may differ: a new file shows the time of the disk. */
async function nowOfDisk(directory: string): Promise<number> {
  const probe = await besideLock(directory)
  try {
    await (await openNew(probe)).close()
    return (await factsOf(probe)).mtimeMs
  } finally {
    await removeFile(probe).catch(() => {})
  }
}

function besideLock(directory: string): Promise<PathWithin> {
  return withinDirectory(directory, `${OWN_NAMES.lock}.${randomUUID()}`)
}

/** Whether the process of a lock has ended, as far as this machine knows. */
function isOver(text: string): boolean {
  const { pid, host } = holderOf(text)
  if (host !== hostname()) return false
  if (pid === process.pid) return !held.has(text)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isCode(error, 'ESRCH')
  }
}

/** A lock that is being written names no holder yet, but somebody holds it. */
function holderOf(text: string): Holder {
  try {
    const { pid, host } = Object(JSON.parse(text)) as Partial<Holder>
    return { pid: Number(pid), host: String(host) }
  } catch {
    return { pid: 0, host: '' }
  }
}

function isCode(error: unknown, code: string): boolean {
  return Object(error).code === code
}

function inUse(directory: string): Error {
  return refused(
    `Another export writes into ${directory}. Wait until it has ended, or name another folder.`,
  )
}
