import type { ErrorCode, ErrorContexts } from './error-contexts.ts'
import { errorCode, errorName } from './error-facts.ts'

/** What an error carries besides its code and message. */
export interface StowageErrorOptions {
  /** Facts for programs: limits, ids, positions. Never a path, SQL or a secret: programs pass them on to clients. */
  readonly context?: Readonly<Record<string, unknown>>
  /** The error that led to this one. */
  readonly cause?: unknown
  /** With `upload_refused`: one error for each refused file, in the order of the files. */
  readonly errors?: readonly StowageError[]
}

/**
 * The one error class of the library. Recognise it with `isStowageError`, which works across copies. `message` is for
 * the operator: what is wrong, then what to do. It may name a folder or a user of the machine, so do not show it to
 * clients; `code` and `context` are for programs.
 */
export class StowageError extends Error {
  override readonly name = 'StowageError'
  /** What went wrong. Closed and stable: see `ErrorContexts`. */
  readonly code: ErrorCode
  /** Facts for programs, by code: see `ErrorContexts`. `isStowageError(error, code)` narrows it. */
  readonly context: Readonly<Record<string, unknown>>
  /** With `upload_refused`: one error for each refused file, in the order of the files. Otherwise empty. */
  readonly errors: readonly StowageError[]

  constructor(code: ErrorCode, message: string, options: StowageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.context = options.context ?? {}
    this.errors = options.errors ?? []
  }
}

/** An error of one of these codes: a `switch` on `code` narrows `context`. */
export type StowageErrorOf<Code extends ErrorCode> = Code extends ErrorCode
  ? StowageError & { readonly code: Code; readonly context: ErrorContexts[Code] }
  : never

/**
 * Whether `error` is a `StowageError`, with one of `codes` when any are given. Checks the code, not the class. Narrows
 * `code` and `context`: after `isStowageError(error, 'file_too_large')`, `error.context.limit` is a number.
 */
export function isStowageError(error: unknown): error is StowageError
export function isStowageError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly [Code, ...Code[]]
): error is StowageErrorOf<Code>
export function isStowageError(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  const code = errorCode(error)
  if (errorName(error) !== 'StowageError' || code === undefined) return false
  return codes.length === 0 || codes.includes(code as ErrorCode)
}
