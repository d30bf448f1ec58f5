import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { refused } from '../exit/cli-error.ts'
import { MANIFEST } from './export-entry.ts'

/** Milliseconds after which a lock is nobody's that was not renewed. */
const STALE = 30_000
const RENEWED = 5000

/** Locks of this process. A container that is started again has the same name and the same number. */
const held = new Set<string>()

interface Holder {
  readonly pid: number
  readonly host: string
}

/**
 * Takes the folder of an export for this process alone: two would write one list. Resolves to what gives it back.
 * That of a process which was killed is taken over: at once on this machine, after 30 seconds on another.
 */
export async function lockExport(directory: string): Promise<() => Promise<void>> {
  const file = path.join(directory, `${MANIFEST}.lock`)
  const token = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  await takeLock(file, token).catch(async (error) => {
    if (Object(error).code !== 'EEXIST') throw error
    await removeStale(file, directory)
    await takeLock(file, token).catch(() => {
      throw inUse(directory)
    })
  })
  held.add(token)
  const renewal = setInterval(
    () => void utimes(file, new Date(), new Date()).catch(() => {}),
    RENEWED,
  )
  renewal.unref()
  return async () => {
    clearInterval(renewal)
    held.delete(token)
    if ((await readFile(file, 'utf8').catch(() => '')) === token) await rm(file, { force: true })
  }
}

function takeLock(file: string, token: string): Promise<void> {
  return writeFile(file, token, { flag: 'wx' })
}

/** Under another name first: of several that find the same lock, one removes it. */
async function removeStale(file: string, directory: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  if (Date.now() - mtimeMs < STALE && !isOver(text)) throw inUse(directory)
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  const moved = await readFile(aside, 'utf8').catch(() => text)
  // Another one was quicker, and this is its new lock.
  if (moved !== text) {
    await rename(aside, file)
    throw inUse(directory)
  }
  await rm(aside, { force: true })
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
    return Object(error).code === 'ESRCH'
  }
}

/** A lock that is being written says nothing yet: it is somebody's. */
function holderOf(text: string): Holder {
  try {
    const { pid, host } = Object(JSON.parse(text)) as Partial<Holder>
    return { pid: Number(pid), host: String(host) }
  } catch {
    return { pid: 0, host: '' }
  }
}

function inUse(directory: string): Error {
  return refused(
    `Another export writes into ${directory}. Wait until it has ended, or name another folder.`,
  )
}
