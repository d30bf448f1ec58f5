import type { ErrorCode } from '../../errors/error-contexts.ts'
import { StowageError } from '../../errors/stowage-error.ts'

/** A `StowageError` as it travels between threads: structured cloning loses the class and its members. */
export interface PlainError {
  readonly code: ErrorCode
  readonly message: string
  readonly context: Readonly<Record<string, unknown>>
  /** The driver's message, for logs. */
  readonly cause?: string
}

export function toPlainError(error: StowageError): PlainError {
  const { code, message, context, cause } = error
  return { code, message, context, ...(cause === undefined ? {} : { cause: String(cause) }) }
}

export function fromPlainError({ code, message, context, cause }: PlainError): StowageError {
  return new StowageError(code, message, {
    context,
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  })
}
