import { constants, type StatsFs } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { systemReason } from '../io/system-reason.ts'
import { formatBytes } from '../output/quantities.ts'
import { DATABASE } from '../target/locate-store.ts'
import { checkMount } from './check-mount.ts'
import { type Finding, failing, fine, warning } from './finding.ts'

const { R_OK, W_OK, X_OK } = constants
/** Bytes. Less is too little for the next videos. */
const ENOUGH = 2e9
const SCARCE = 200e6

/** Checks the permissions of the folder, and the free space. Writes nothing. */
export async function checkFolder(directory: string, hasDatabase: boolean): Promise<Finding[]> {
  try {
    const facts = await stat(directory)
    if (!facts.isDirectory()) {
      return [failing(directory, 'is no folder', 'Name a folder with --directory.')]
    }
  } catch (error) {
    if (Object(error).code !== 'ENOENT') {
      return [
        failing(directory, systemReason(error), 'Correct its rights, or name another folder.'),
      ]
    }
    return [await missing(directory)]
  }
  const others = await Promise.all(
    ['blobs', 'staging', DATABASE].map((name) => rightsOf(directory, name)),
  )
  return [
    ...(await rightsOf(directory, '.')),
    ...others.flat(),
    ...checkDisk(await statfs(directory), hasDatabase),
  ]
}

/** Checks what the disk is, and the free space. */
export function checkDisk(disk: StatsFs, hasDatabase: boolean): Finding[] {
  return [...checkMount('disk', disk.type, hasDatabase), room(disk)]
}

async function missing(directory: string): Promise<Finding> {
  const parent = await nearest(path.dirname(path.resolve(directory)))
  try {
    await access(parent, W_OK | X_OK)
    const todo = '"stowage serve" or "stowage import" makes it; or name another with --directory.'
    return warning(directory, 'is not there yet', todo)
  } catch (error) {
    const why =
      Object(error).code === 'EACCES' ? 'may not be written by this user' : systemReason(error)
    return failing(directory, 'is not there', `It cannot be made: ${parent} ${why}.`)
  }
}

/** The nearest existing folder of a path whose end may be missing. */
async function nearest(directory: string): Promise<string> {
  const isThere = await stat(directory).then(
    () => true,
    () => false,
  )
  const above = path.dirname(directory)
  return isThere || above === directory ? directory : nearest(above)
}

async function rightsOf(directory: string, name: string): Promise<Finding[]> {
  const at = path.join(directory, name)
  const isWhole = name === '.'
  try {
    const facts = await stat(at)
    await access(at, facts.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return isWhole ? [fine(directory, 'readable and writable')] : []
  } catch (error) {
    if (Object(error).code === 'ENOENT') return []
    const user = process.getuid?.() ?? 'this'
    const todo = `Run as its owner, or give user ${user} the right to read and write: chown -R ${user} ${directory}`
    return [failing(at, 'may not be written by this user', todo)]
  }
}

function room({ bavail, bsize, ffree, files }: StatsFs): Finding {
  const free = bavail * bsize
  const text = `${formatBytes(free)} free`
  const todo = 'Make room, or move the store: "stowage migrate".'
  if (files > 0 && ffree < 1000)
    return failing('disk', `has room for ${ffree} more files only`, todo)
  if (free < SCARCE) return failing('disk', text, todo)
  return free < ENOUGH ? warning('disk', text, todo) : fine('disk', text)
}
