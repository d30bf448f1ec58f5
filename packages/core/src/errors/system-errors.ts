import { errorCode } from './error-facts.ts'
import { isRefusal, refusalText } from './refusal.ts'
import { StowageError } from './stowage-error.ts'

/** The system's name for what went wrong, such as `ENOENT`; `undefined` when the system did not say it. */
export function systemCode(error: unknown): string | undefined {
  // An error of Node itself has a code too, but no call of the system that it is about.
  const bySystem = typeof error === 'object' && error !== null && 'syscall' in error
  return bySystem ? errorCode(error) : undefined
}

/**
 * What a caller of the port gets for a failed system call: `insufficient_storage` when there is no room, else
 * `unavailable`, with the system's error as the cause and its code as `context.system`. Any other error stays
 * as it is.
 */
export function toPortError<Thrown>(error: Thrown): Thrown | StowageError {
  const system = systemCode(error)
  if (system === undefined) return error
  const options = { cause: error, context: { system } }
  if (system === 'ENOSPC' || system === 'EDQUOT') {
    return new StowageError(
      'insufficient_storage',
      `The disk has no room left (${system}).`,
      options,
    )
  }
  return new StowageError(
    'unavailable',
    `The file system refused an operation (${system}).`,
    options,
  )
}

/** Resolves as `work` does; a failed system call becomes its `toPortError`, and says what stands in its way. */
export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw await explained(error)
  }
}

/** `toPortError`, and for a lack of rights which folder or file, whose it is, and as whom this process runs. */
async function explained(error: unknown): Promise<unknown> {
  const system = systemCode(error)
  const { path } = Object(error) as { readonly path?: unknown }
  if (system === undefined || !isRefusal(system) || typeof path !== 'string') {
    return toPortError(error)
  }
  return new StowageError(
    'unavailable',
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
