import { errorCode, errorName } from './error-facts.ts'

/**
 * Every way in which the store says no. Closed and stable: switch on it, never on messages or classes.
 * Aborts are not among them: an aborted call rejects with its signal's `reason`, as in Node.
 */
export type ErrorCode =
  /** No such asset for this tenant, or it is trashed where an active one is needed. `context.ids` */
  | 'asset_not_found'
  /** The asset exists but its bytes, or the variant asked for, cannot be served. */
  | 'file_not_found'
  | 'key_not_found'
  /** Permanent deletion of assets that are not in the trash. `context.ids` */
  | 'not_trashed'
  /** `context.limit` in bytes, `context.index` of the file. */
  | 'file_too_large'
  /** `context.limit` */
  | 'too_many_files'
  /** `context.limit` */
  | 'too_many_ids'
  /** An upload without a file. */
  | 'file_missing'
  /** The `allow` policy said no. `context.index`, `context.mimeType` */
  | 'type_not_allowed'
  /** The bytes do not have the digest that was announced. `context.index` */
  | 'digest_mismatch'
  /** The scan hook said no. `context.index`, `context.reason` */
  | 'file_rejected'
  /** Several files of one upload were refused for their content; `errors` holds each refusal. */
  | 'upload_refused'
  /** The key that pays for this upload was revoked or has expired meanwhile. */
  | 'key_revoked'
  /** This upload was made before; `context.ids` of its assets. Between the ports: `upload` answers with those assets. */
  | 'upload_repeated'
  /** The idempotency key was used for an upload of other files. */
  | 'idempotency_conflict'
  /** `verify` will not repair: too much of the store would go. `context.share`, `context.limit` */
  | 'repair_refused'
  /** An argument is not of the documented form; `context.argument` names it. */
  | 'invalid_argument'
  /** The source of an upload, or the iterable that produces them, failed: `cause` is what it threw. `context.index` */
  | 'source_failed'
  /** The tenant's quota would be exceeded. `context.limit` in bytes */
  | 'quota_exceeded'
  /** The disk or the backend has no room left. */
  | 'insufficient_storage'
  /** A backend cannot be reached or is locked for too long; nothing was changed. Try again. */
  | 'unavailable'
  /** A commit was cut off: it may or may not have happened. Nothing was deleted; recovery decides. */
  | 'outcome_unknown'
  /** The reservation of a blob key ran out before its record was inserted. Try again. */
  | 'reservation_lost'
  /** `put` under a key that exists. */
  | 'blob_exists'
  /** No blob under this key. */
  | 'blob_not_found'
  /** The bytes of a record are missing or cut short: restore them from a backup. */
  | 'blob_damaged'
  /** The byte range does not lie within the file. `context.size` */
  | 'range_not_satisfiable'
  /** The store was closed. */
  | 'closed'
  /** The database was written by a newer version of this library. */
  | 'database_too_new'
  /** Neither better-sqlite3 nor node:sqlite can be loaded. */
  | 'sqlite_unavailable'
  /** What makes variants cannot be loaded here, such as sharp without its binary. The message says what to install. */
  | 'variants_unavailable'
  /** The app was built without the libraries of `@stowage/analysis`. The message says which line brings them along. */
  | 'analysis_unavailable'

export interface StowageErrorOptions {
  /** Facts for programs: limits, ids, positions. Never a path, SQL or a secret. */
  readonly context?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
  /** With `upload_refused`: one error for each refused file, in the order of the files. */
  readonly errors?: readonly StowageError[]
}

/** The one error class of the library. Recognise it with `isStowageError`, which works across copies. */
export class StowageError extends Error {
  override readonly name = 'StowageError'
  readonly code: ErrorCode
  readonly context: Readonly<Record<string, unknown>>
  readonly errors: readonly StowageError[]

  constructor(code: ErrorCode, message: string, options: StowageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.context = options.context ?? {}
    this.errors = options.errors ?? []
  }
}

/** Whether `error` is ours, and of one of `codes` when any are given. Told by code, not by identity. */
export function isStowageError(error: unknown, ...codes: ErrorCode[]): error is StowageError {
  const code = errorCode(error)
  if (errorName(error) !== 'StowageError' || code === undefined) return false
  return codes.length === 0 || codes.includes(code as ErrorCode)
}
