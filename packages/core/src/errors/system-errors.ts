import { errorCode, errorMessage } from './error-facts.ts'
import { deniedText, isDenied, isRefusal, refusalText } from './refusal.ts'
import { StowageError } from './stowage-error.ts'

/** What Node says when the system has no descriptor or memory for a thread. */
const INIT_FAILURE = /: (E[A-Z]+)$/

/** The system's name for what went wrong, such as `ENOENT`; `undefined` when the error is not from the system. */
export function systemCode(error: unknown): string | undefined {
  if (errorCode(error) === 'ERR_WORKER_INIT_FAILED')
    return INIT_FAILURE.exec(errorMessage(error))?.[1]
  // An error of Node itself has a code too, but no system call that it is about.
  const bySystem = typeof error === 'object' && error !== null && 'syscall' in error
  return bySystem ? errorCode(error) : undefined
}

/**
 * Failures that do not pass until someone makes room or changes the mount: callers get the same error as for no room.
 * Failures not listed here may pass, such as `EIO`, `EMFILE` and `ETIMEDOUT`, or are a lack of rights (`refusal.ts`).
 */
const LASTING: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk has no room left (ENOSPC). Delete what is not needed, or enlarge it.',
  EDQUOT: "The disk has no room left for this user (EDQUOT). Raise the user's quota of the disk.",
  EROFS:
    'The file system is mounted read-only (EROFS). Mount it writable, or open the store with `readOnly`.',
}

/** Other failures about which there is more to say than the code. */
const PASSING: Readonly<Record<string, string>> = {
  EMFILE:
    'This process has as many files open as it may (EMFILE). Raise its limit (ulimit -n, LimitNOFILE of systemd).',
  ENFILE:
    'The machine has as many files open as it may (ENFILE). Raise fs.file-max, or end what holds them.',
  EACCES: 'This process may not use a file or folder (EACCES). Let its user read and write there.',
  EPERM: 'This process may not use a file or folder (EPERM). Let its user read and write there.',
  EIO: 'The disk failed (EIO). See what the log of the system says of it.',
  ESTALE: 'A network file system lost a file (ESTALE). Keep the store on a local disk.',
}

const WRONG_PATH: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'ELOOP',
  'ENAMETOOLONG',
])

/** Whether the path that was given is at fault, and not the machine. */
export function isPathAtFault(error: unknown): boolean {
  return WRONG_PATH.has(systemCode(error))
}

/** Whether the process or the machine has no descriptor left, which usually passes within milliseconds. */
export function lacksDescriptor(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(systemCode(error) ?? '')
}

/**
 * What a caller of the port gets for a failed system call: `insufficient_storage` when there is no room or the file
 * system is read-only, otherwise `unavailable`. The system's error is the cause, and its code is `context.system`.
 * `unavailable` too for what Node's permission model denies. Any other error stays as it is.
 */
export function toPortError<Thrown>(error: Thrown): Thrown | StowageError {
  if (isDenied(error)) {
    const options = { cause: error, context: { system: errorCode(error) } }
    return new StowageError('unavailable', deniedText(error), options)
  }
  const system = systemCode(error)
  return system === undefined ? error : answerTo(system, error)
}

/** The error that a caller gets for this code of the system. */
function answerTo(system: string, cause: unknown): StowageError {
  const options = { cause, context: { system } }
  const lasting = LASTING[system]
  if (lasting !== undefined) return new StowageError('insufficient_storage', lasting, options)
  const refused = `The file system refused an operation (${system}).`
  return new StowageError('unavailable', PASSING[system] ?? refused, options)
}

/** What Node's loader says of a file that is not there, and of one for which it has no descriptor. */
const MISSING_MODULE = /^(Error: )?Cannot find (module|package) /

/**
 * `toPortError` of what ended a thread. A thread loads what the process has loaded before, so a missing module means
 * that no descriptor is left.
 */
export function toThreadError<Thrown>(error: Thrown): Thrown | StowageError {
  return MISSING_MODULE.test(errorMessage(error)) ? answerTo('EMFILE', error) : toPortError(error)
}

/** Resolves as `work` does; a failed system call becomes its `toPortError`, and says what is in the way. */
export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw await explained(error)
  }
}

/**
 * `toPortError`; for a lack of rights, it also says which folder or file is in the way, who owns it, and which user
 * this process runs as.
 */
async function explained(error: unknown): Promise<unknown> {
  const system = systemCode(error)
  const { path } = Object(error) as { readonly path?: unknown }
  if (system === undefined || !isRefusal(system) || typeof path !== 'string') {
    return toPortError(error)
  }
  return new StowageError(
    system in LASTING ? 'insufficient_storage' : 'unavailable',
    `The file system refused an operation: ${await refusalText(path, system)}`,
    { cause: error, context: { system } },
  )
}

/** Yields as `items` does; a failed system call becomes its `toPortError`. */
export async function* translateEachError<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw toPortError(error)
  }
}
