import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { unavailable } from '../job/unavailable.ts'
import { pictureEnvironment } from './environment.ts'
import { PIPE } from './messages.ts'

/** A child process and the pipe that carries frames. */
export interface SpawnedNode {
  readonly child: ChildProcess
  readonly pipe: Socket
}

export interface SpawnOptions {
  /** Whether other processes of the machine get a processor first. Default: no. */
  readonly yields?: boolean
}

/** Starts Node with this code. `unavailable` when the system has no descriptors, memory or processes left. */
export async function spawnNode(
  code: string,
  { yields = false }: SpawnOptions = {},
): Promise<SpawnedNode> {
  const child = spawnOrRefuse()
  if (yields) lowerPriority(child)
  const pipe = child.stdio?.[PIPE] as Socket | null | undefined
  if (pipe == null || child.stdin == null) throw await refusalOf(child)
  // Listens from the start: an error without a listener would end the app. The message channel reports it.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  pipe.on('error', () => {})
  child.stdin.end(code)
  return { child, pipe }
}

function spawnOrRefuse(): ChildProcess {
  try {
    return spawn(process.execPath, ['--input-type=commonjs', '-'], {
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      env: pictureEnvironment(process.env),
      windowsHide: true,
    })
  } catch (cause) {
    throw refused(cause)
  }
}

/** When the system has no descriptors there are no pipes either, and Node reports the cause in a later turn. */
function refusalOf(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.on('error', (cause) => resolve(refused(cause))))
}

function refused(cause: unknown): Error {
  return unavailable('No process can be started to make pictures in.', cause)
}

/** Without the right to do so, or when the process has ended already, it goes on as any other. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
