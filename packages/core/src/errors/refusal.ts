import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, errorMessage } from './error-facts.ts'

/** For each permission of Node's permission model, the option that grants it. */
const ALLOWED_BY: Readonly<Record<string, string>> = {
  FileSystemRead: '--allow-fs-read',
  FileSystemWrite: '--allow-fs-write',
  WorkerThreads: '--allow-worker',
  ChildProcess: '--allow-child-process',
}

/** Whether Node's permission model (`--permission`) denied something, as opposed to the system. */
export function isDenied(error: unknown): boolean {
  return ['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED'].includes(errorCode(error) ?? '')
}

/** Says what the permission model denied, and the option that allows it. */
export function deniedText(error: unknown): string {
  const { permission, resource } = Object(error) as Readonly<Record<string, unknown>>
  const option =
    errorCode(error) === 'ERR_DLOPEN_DISABLED' ? '--allow-addons' : ALLOWED_BY[String(permission)]
  const denied = "Node's permission model (--permission) denies this process"
  // Some releases of Node deny a permission whatever is allowed.
  if (option === undefined) {
    return `${denied} something: ${errorMessage(error)} Allow it, use a release of Node that does, or leave the option out.`
  }
  const what = typeof resource === 'string' && resource !== '' ? ` ${resource}` : ' what it needs'
  return `${denied}${what}. Start Node with ${option}, or without the option.`
}

/** What the system says when rights or the mount are at fault, not the disk. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Whether this code of the system means a lack of rights, or a file system that is mounted read-only. */
export function isRefusal(system: string | undefined): boolean {
  return REFUSALS.has(system)
}

/**
 * Why a path cannot be used, for the operator: which folder or file is in the way, who owns it, its mode, and which
 * user this process runs as. Then what to do.
 */
export async function refusalText(path: string, system: string): Promise<string> {
  if (system === 'EROFS') {
    return `the file system of ${path} is mounted read-only (EROFS). Mount it writable, or open the store with \`readOnly\`.`
  }
  const { at, kind, mode, uid, gid } = await nearest(path)
  const ours =
    process.getuid === undefined ? '' : `, and this process runs as ${userOf()} (${system})`
  return (
    `the ${kind} ${at} has mode ${mode} and belongs to user ${uid}, group ${gid}${ours}. ` +
    'Let this user write there, or name another folder.'
  )
}

function userOf(): string {
  return `user ${process.geteuid?.()}, group ${process.getegid?.()}`
}

/** Facts of the path, or of the nearest one above it that exists and can be inspected. */
async function nearest(path: string): Promise<{
  readonly at: string
  readonly kind: 'folder' | 'file'
  readonly mode: string
  readonly uid: number
  readonly gid: number
}> {
  try {
    const facts = await stat(path)
    return {
      at: path,
      kind: facts.isDirectory() ? 'folder' : 'file',
      mode: `0${(facts.mode & 0o777).toString(8)}`,
      uid: facts.uid,
      gid: facts.gid,
    }
  } catch (error) {
    const above = dirname(path)
    if (above === path) throw error
    return nearest(above)
  }
}
