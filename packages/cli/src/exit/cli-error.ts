import { EXIT, type ExitCode } from './exit-codes.ts'

/** What a command says before it ends: `message` says what is wrong and what to do. */
export interface CliError extends Error {
  readonly name: 'CliError'
  readonly exitCode: ExitCode
}

/** The command line is wrong. */
export function usageError(message: string): CliError {
  return cliError(message, EXIT.usage)
}

/** The store or the service cannot be opened or reached. */
export function unreachable(message: string, cause?: unknown): CliError {
  return cliError(message, EXIT.unreachable, cause)
}

/** The request cannot be carried out. */
export function refused(message: string, cause?: unknown): CliError {
  return cliError(message, EXIT.refused, cause)
}

/** Goes by its name: the tests load this module more than once. */
export function isCliError(error: unknown): error is CliError {
  return (Object(error) as { readonly name?: unknown }).name === 'CliError'
}

function cliError(message: string, exitCode: ExitCode, cause?: unknown): CliError {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause })
  return Object.assign(error, { name: 'CliError' as const, exitCode })
}
