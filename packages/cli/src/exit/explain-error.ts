import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import { isCliError } from './cli-error.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** What the command says about an error, and the code with which it ends. */
export interface Explained {
  readonly message: string
  readonly exitCode: ExitCode
}

/** Codes of the store after which no request can succeed. */
const UNREACHABLE_STORE: readonly string[] = [
  'unavailable',
  'closed',
  'database_too_new',
  'sqlite_unavailable',
  'variants_unavailable',
  'analysis_unavailable',
]

/** The same for the API and its client. */
const UNREACHABLE_SERVICE: readonly string[] = [
  'network_failed',
  'unexpected_answer',
  'unauthenticated',
  'unavailable',
]

/** Codes for a value that no store takes, such as an unknown type. */
const WRONG_USAGE: readonly string[] = ['invalid_argument', 'invalid_parameter']

/** Turns any error into words for people. */
export function explainError(error: unknown): Explained {
  if (isCliError(error)) return { message: error.message, exitCode: error.exitCode }
  if (isApiClientError(error)) {
    return { message: serviceWords(error), exitCode: codeFor(error, UNREACHABLE_SERVICE) }
  }
  if (isStowageError(error)) {
    return { message: error.message, exitCode: codeFor(error, UNREACHABLE_STORE) }
  }
  return { message: wordsOf(error), exitCode: EXIT.refused }
}

function codeFor({ code }: { readonly code: string }, unreachable: readonly string[]): ExitCode {
  if (unreachable.includes(code)) return EXIT.unreachable
  return WRONG_USAGE.includes(code) ? EXIT.usage : EXIT.refused
}

/** What is wrong with one file or asset, in one line. */
export function wordsOf(error: unknown): string {
  if (isApiClientError(error)) return serviceWords(error)
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' && message !== '' ? message : String(error)
}

function serviceWords(error: { readonly code: string; readonly message: string }): string {
  switch (error.code) {
    case 'network_failed':
      return `The service does not answer${causeOf(error)}. Check --url, and that it runs.`
    case 'unauthenticated':
      return sourceOf(error).header === undefined
        ? 'The service has a login of its own and does not accept this key. Ask its operator for a token that it accepts, and pass that as STOWAGE_KEY or --key.'
        : 'The service does not accept the key. Check STOWAGE_KEY or --key; it may be revoked or expired.'
    case 'forbidden':
      return `${error.message} "stowage keys create <name> --permissions read,write,delete${error.message.includes('`manage`') ? ',manage' : ''}" on the store makes a key that may.`
    case 'unexpected_answer':
      return 'What answers there is no Stowage service. Check --url: it ends where /api/v1 begins.'
    default:
      return `${parameterOf(error)}${error.message}`
  }
}

/** `filter[type]: `, when a parameter is wrong. */
function parameterOf(error: object): string {
  const { parameter } = sourceOf(error)
  return typeof parameter === 'string' ? `${parameter}: ` : ''
}

/** The part of the request that the service blames first. A service with a login of its own blames no header for it. */
function sourceOf(error: object): { readonly parameter?: unknown; readonly header?: unknown } {
  const { errors = [] } = error as { readonly errors?: readonly { readonly source?: unknown }[] }
  return Object(errors[0]?.source)
}

/** ` (ECONNREFUSED)`: the innermost cause, in the words of the system or the database. */
export function causeOf(error: object): string {
  let innermost: unknown = error
  for (let depth = 0; depth < 5; depth += 1) {
    const { cause } = Object(innermost) as { readonly cause?: unknown }
    if (cause === undefined || cause === null) break
    innermost = cause
  }
  const { code, message } = Object(innermost) as Partial<Record<'code' | 'message', unknown>>
  // After several attempts, Node gives only the code.
  const words = typeof message === 'string' && message !== '' ? message : code
  return innermost === error || typeof words !== 'string' ? '' : ` (${words})`
}

/** `causeOf` for a text that `wordsOf` follows; empty when that names the cause. */
export function causeBeside(error: object): string {
  const cause = causeOf(error)
  return wordsOf(error).includes(cause.slice(2, -1)) ? '' : cause
}

/** Whether the next file or asset would fail in the same way. */
export function isUnreachable(error: unknown): boolean {
  return explainError(error).exitCode === EXIT.unreachable
}
