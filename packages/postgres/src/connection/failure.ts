import { isStowageError, StowageError } from '@stowage/core'
import { alreadyExists, firstFailure, invalidArgument } from '@stowage/core/internal'

/**
 * The kind of failure of a query. `connection`: it was lost, or none was available. `conflict`: a temporary conflict
 * with another transaction. `slow`: a time limit. `full`: no room on the disk. `taken`: a value that must be unique.
 * `value`: one that PostgreSQL cannot store. `other`: the rest.
 */
type PostgresFailure = 'connection' | 'conflict' | 'slow' | 'full' | 'taken' | 'value' | 'other'

/** By SQLSTATE or, with two characters, by class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const KINDS: Readonly<Record<string, PostgresFailure>> = {
  '08': 'connection',
  '22': 'value',
  23502: 'value',
  23505: 'taken',
  // The server ends a transaction that idled too long together with its connection.
  '25P03': 'connection',
  // A standby that was promoted, or a server that is no longer the primary: another connection may reach the right one.
  '25006': 'connection',
  '40': 'conflict',
  '53100': 'full',
  '53300': 'connection',
  '55P03': 'slow',
  '57014': 'slow',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '57P05': 'connection',
  '58': 'connection',
  XX: 'connection',
}

/** Permanent refusals, which are not retried, with the advice for each. By SQLSTATE or its class. */
const LASTING: Readonly<Record<string, string>> = {
  28: 'PostgreSQL refuses the login. Check user and password of the connection, and pg_hba.conf of the server.',
  '3D000':
    'PostgreSQL has no such database. Create it, or name another one in the connection string.',
  '3F000': 'PostgreSQL has no such schema. Open the store once with a role that may create it.',
  42501:
    'PostgreSQL denies the role a right that the store needs. Make the role the owner of the schema, or grant it USAGE ' +
    'and CREATE on the schema and all rights on its tables and sequences.',
  53400:
    'PostgreSQL has reached a limit of its configuration; the cause says which. Raise it, or lower what needs it.',
}

/** A failed query. Any other error thrown inside a transaction comes from the caller. */
export class QueryFailure extends Error {
  override readonly name = 'QueryFailure'
  readonly kind: PostgresFailure
  /** The index or constraint that a value violates, if PostgreSQL names it. */
  readonly constraint: string | null

  constructor(cause: unknown) {
    super('A query failed.', { cause })
    const state = sqlStateOf(cause)
    // An error without an SQLSTATE comes from the socket or the client itself.
    this.kind =
      state === null ? 'connection' : (KINDS[state] ?? KINDS[state.slice(0, 2)] ?? 'other')
    const { constraint } = (cause ?? {}) as { readonly constraint?: unknown }
    this.constraint = typeof constraint === 'string' ? constraint : null
  }
}

/** The SQLSTATE of an error; `null` when it does not come from PostgreSQL. */
export function sqlStateOf(error: unknown): string | null {
  // Both an error of Node and one of PostgreSQL have a `code`; only the latter has a severity.
  if (typeof error !== 'object' || error === null || !('severity' in error)) return null
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Whether a query failed with one of these SQLSTATEs. */
export function isSqlState(error: unknown, ...states: readonly string[]): boolean {
  return error instanceof QueryFailure && states.includes(sqlStateOf(error.cause) ?? '')
}

/** A lock was not available within `lock_timeout`. */
export const LOCK_TIMED_OUT = '55P03'

/** Whether a lock was not available in time. */
export function isBusy(error: unknown): boolean {
  return isSqlState(error, LOCK_TIMED_OUT)
}

/** Whether the role lacks a right. */
export function isDenied(error: unknown): boolean {
  return isSqlState(error, '42501')
}

/** Whether the server, the database or the role has too many connections, or the server starts or stops. */
export function isRefusedForNow(error: unknown): error is QueryFailure {
  return isSqlState(error, '53300', '57P03')
}

/**
 * Whether a failed COMMIT was refused, so that nothing was changed. A connection that ended may have ended
 * after the commit; so does a server that is shut down while it waits for its standbys.
 */
export function commitRefused({ kind }: QueryFailure): boolean {
  return kind !== 'connection' && kind !== 'slow'
}

/** The error for callers when a failure left nothing changed. Our own errors stay as they are. */
export function toStoreError(error: unknown): StowageError {
  if (isStowageError(error)) return error
  if (!(error instanceof QueryFailure)) {
    return invalidArgument('request', 'The request is not of the documented form.', error)
  }
  const options = { cause: error.cause }
  switch (error.kind) {
    case 'full':
      return new StowageError('insufficient_storage', 'The disk of the database is full.', options)
    case 'taken':
      return alreadyExists(takenBy(error), error.cause)
    case 'value':
      return invalidArgument('request', 'A value cannot be stored.', error.cause)
    case 'slow':
      return new StowageError('unavailable', 'The database took too long.', options)
    case 'conflict':
      return new StowageError(
        'unavailable',
        'Other writes were in the way again and again.',
        options,
      )
    case 'connection':
      return new StowageError('unavailable', connectionText(error), options)
    default:
      return new StowageError('unavailable', lastingText(error), options)
  }
}

function lastingText({ cause }: QueryFailure): string {
  const state = sqlStateOf(cause) ?? ''
  const text = LASTING[state] ?? LASTING[state.slice(0, 2)]
  return text ?? `PostgreSQL refuses what the store asks of it (${reasonOf(cause)}).`
}

function connectionText({ cause }: QueryFailure): string {
  switch (sqlStateOf(cause)) {
    case '53300':
      return (
        'PostgreSQL refused a connection: too many connections. Let each process open fewer (`connections`, or ' +
        '`max` of its pool), or allow more: max_connections, or the CONNECTION LIMIT of the role or database.'
      )
    case '57P03':
      return 'PostgreSQL accepts no connections now: it starts, stops or recovers. Try again once it is up.'
    case '25006':
      return (
        'PostgreSQL is read-only here: it is a standby, or default_transaction_read_only is on for the role or the ' +
        'database. Connect to the primary, or switch that setting off; a store that only reads opens with `readOnly`.'
      )
    default:
      return `The database cannot be reached (${reasonOf(cause)}). Check that it runs, and the host and port of the connection.`
  }
}

/** The failure in the words of the system, which name the host, or of PostgreSQL, with the SQLSTATE. */
function reasonOf(cause: unknown): string {
  const { message, code } = Object(firstFailure(cause)) as Readonly<Record<string, unknown>>
  const words = typeof message === 'string' && message !== '' ? message : String(code ?? cause)
  const state = sqlStateOf(cause)
  return state === null ? words : `${state}: ${words}`
}

function takenBy({ constraint }: QueryFailure): 'id' | 'publicFileId' {
  return constraint === 'assets_public_file_id' ? 'publicFileId' : 'id'
}
