/** The `context` of an error that promises no facts. */
export type NoContext = Readonly<Record<never, never>>

/**
 * Why a URL is not fetched: it is not a URL, has a scheme other than http and https, a user name or password, a port or
 * a host that the options do not allow, no address or one that is not public, or a redirect leaves https.
 */
export type UrlRefusal =
  | 'invalid'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'host'
  | 'address'
  | 'downgrade'

/**
 * Why no file came from a URL: no connection, too slow, a status other than 200, too many redirects, a content coding,
 * an answer that is not HTTP, or a connection that broke.
 */
export type UrlFailure =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'redirects'
  | 'encoding'
  | 'protocol'
  | 'incomplete'

/**
 * Every error code of the store, with the facts that it promises (`context`). `index` is the position of a file in its
 * upload, from 0. Closed and stable: switch on the code, never on messages or classes. Aborts are not among them: an
 * aborted call rejects with its signal's `reason`, as in Node.
 */
export interface ErrorContexts {
  /** No such asset for this tenant, or it is trashed where an active one is needed. */
  readonly asset_not_found: {
    readonly ids?: readonly string[]
    /** Of a purge, instead of `ids`: those that are unknown. */
    readonly unknown?: readonly string[]
    /** Of a purge, besides `unknown`: those that are not in the trash. */
    readonly untrashed?: readonly string[]
    /** Set when a repeated upload was meant, whose assets have been purged since. */
    readonly repeated?: true
  }
  /** The asset exists but its bytes, or the variant asked for, cannot be served. */
  readonly file_not_found: NoContext
  /** No such folder for this tenant, or within this scope: `ids`. */
  readonly folder_not_found: { readonly ids: readonly string[] }
  /** A folder with this name has the same parent: its `id`. */
  readonly folder_exists: { readonly id?: string }
  /** A folder would be inside itself. */
  readonly folder_cycle: NoContext
  /** Folders would be nested more than `limit` deep. */
  readonly folder_too_deep: { readonly limit: number }
  /** The folder holds something. */
  readonly folder_not_empty: NoContext
  /** No such API key for this tenant. */
  readonly key_not_found: NoContext
  /** No such job for this tenant. It may be done: a job that is done is gone. */
  readonly job_not_found: NoContext
  /** A handler of jobs throws it: the job must not be tried again. */
  readonly job_refused: NoContext
  /** A job failed for good, after so many attempts: `onError` gets it, with what the handler threw as the `cause`. */
  readonly job_failed: {
    readonly id: string
    readonly kind: string
    readonly tenant: string | null
    readonly attempt: number
  }
  /** `verify` in the background found a problem: `onError` gets one for each, as `verify` reports it. */
  readonly problem_found: { readonly problem: object }
  /** The tenant has `limit` API keys that are not revoked. */
  readonly too_many_keys: { readonly limit: number }
  /** No such webhook for this tenant. */
  readonly webhook_not_found: NoContext
  /** The tenant has `limit` webhooks. */
  readonly too_many_webhooks: { readonly limit: number }
  /** The webhook has no such delivery: it was forgotten. */
  readonly delivery_not_found: NoContext
  /** A new API key would do more than its maker may, or outlast the maker's key. */
  readonly exceeds_maker: { readonly of: 'permissions' | 'expiresAt' }
  /**
   * The asset or folder no longer matches `ifMatch`, `sha256` or the record that is read: another call has changed it.
   */
  readonly changed_meanwhile: NoContext
  /** The change feed no longer has the event of a cursor, or never had it. */
  readonly cursor_expired: NoContext
  /** The asset has no such version: it has expired, or was restored already. */
  readonly version_not_found: NoContext
  /** The content of an asset cannot be replaced while the scan hook holds it back. */
  readonly scan_pending: NoContext
  /** Assets would have more than `limit` tags: `ids`. */
  readonly too_many_tags: { readonly ids: readonly string[]; readonly limit: number }
  /** A field of an owner, or all its fields, would have more than `limit` assets. */
  readonly too_many_attachments: { readonly limit: number }
  /** Permanent deletion of assets that are not in the trash: `ids`. */
  readonly not_trashed: { readonly ids: readonly string[] }
  /** The file says where it was taken, which cannot be taken out of it, and the store keeps none that does. */
  readonly location_not_removable: { readonly index?: number }
  /** `limit` in bytes. */
  readonly file_too_large: { readonly limit: number; readonly index?: number }
  /** `limit` of files in one upload. */
  readonly too_many_files: { readonly limit: number }
  /** `limit` of ids in one call. */
  readonly too_many_ids: { readonly limit: number }
  /** A different number of assets matches than expected: `count`. */
  readonly count_changed: { readonly expected: number; readonly count: number }
  /** `count` assets match a filter by which at most `limit` may be changed. */
  readonly too_many_matches: { readonly limit: number; readonly count: number }
  /** An upload without a file. */
  readonly file_missing: NoContext
  /** The `allow` policy refused the detected type. */
  readonly type_not_allowed: { readonly mimeType: string; readonly index?: number }
  /** The bytes do not have the digest that was announced. */
  readonly digest_mismatch: { readonly index?: number }
  /** The scan hook refused the file. */
  readonly file_rejected: { readonly reason: string; readonly index?: number }
  /**
   * The bytes are stored already, and `onDuplicate` is `refuse`. `id` of that asset; `null`: a file of the same upload.
   */
  readonly duplicate: { readonly id: string | null; readonly index?: number }
  /** Another asset of the tenant has this external id: its `id`, unless it is out of reach or of the same upload. */
  readonly external_id_taken: { readonly id: string | null; readonly index?: number }
  /** Several files of one upload were refused for their content; `errors` holds each refusal. */
  readonly upload_refused: NoContext
  /** The API key of this upload, or the one that makes another key, was revoked or has expired meanwhile. */
  readonly key_revoked: NoContext
  /** No such upload ticket for this tenant, or within this scope. */
  readonly ticket_not_found: NoContext
  /** The upload ticket was revoked meanwhile. */
  readonly ticket_revoked: NoContext
  /** The upload ticket allows no more files, or not that many bytes. The members say what it still allows. */
  readonly ticket_exhausted: { readonly filesLeft: number; readonly bytesLeft: number }
  /** No such resumable upload for this caller, or it was given up. `ids`: partial uploads that are not finished. */
  readonly upload_not_found: { readonly ids?: readonly string[] }
  /** The resumable upload was not finished in time. */
  readonly upload_expired: NoContext
  /** Another request works on the resumable upload, and did not let go of it in time. */
  readonly upload_locked: NoContext
  /** The resumable upload is finished, so nothing can be added or given up. */
  readonly upload_finished: NoContext
  /** The resumable upload continues at the byte `offset`. */
  readonly offset_mismatch: { readonly offset: number }
  /** The resumable upload has another `size` than announced before, or fewer bytes than it has now. */
  readonly length_mismatch: { readonly size: number }
  /** The bytes do not have the checksum that was announced for this part of a resumable upload. */
  readonly checksum_mismatch: NoContext
  /** There are `limit` unfinished uploads: of one uploader or ticket (`owner`), or of the tenant. */
  readonly too_many_uploads: { readonly limit: number; readonly of: 'owner' | 'tenant' }
  /** The idempotency key was used for an upload of other files, or with other own data. */
  readonly idempotency_conflict: NoContext
  /**
   * `verify` refuses to repair: a repair would touch more than the share `limit` of the store. `problems` as in
   * `VerifyReport`.
   */
  readonly repair_refused: {
    readonly share: number
    readonly limit: number
    readonly problems: readonly object[]
  }
  /**
   * An argument is not of the documented form; `argument` names it, by its path in options (`limits.fileSize`).
   * `reason`: what the app's `metadataSchema` says of it.
   */
  readonly invalid_argument: {
    readonly argument: string
    readonly reason?: string
    readonly index?: number
  }
  /** The source of an upload, or the iterable that produces them, failed: `cause` is what it threw. */
  readonly source_failed: { readonly index?: number }
  /** The source of an upload ended before all bytes came that `expectedBytes` announced. Both are numbers of bytes. */
  readonly source_ended_early: { readonly expected: number; readonly received: number }
  /** The URL is not fetched. `index` as everywhere. */
  readonly url_refused: { readonly reason: UrlRefusal; readonly index?: number }
  /** The URL did not deliver a whole file. `status` of the host's response, where that is the reason. */
  readonly url_failed: {
    readonly reason: UrlFailure
    readonly status?: number
    readonly index?: number
  }
  /** The tenant's quota would be exceeded. `limit` in `bytes` or `assets`, as `of` says. */
  readonly quota_exceeded: {
    readonly limit: number
    readonly of: 'bytes' | 'assets'
    readonly index?: number
  }
  /**
   * The disk or the backend has no room left, or is read-only. `system` is the code of the operating system, such as
   * `ENOSPC`.
   */
  readonly insufficient_storage: { readonly system?: string; readonly bytes?: number }
  /** A backend cannot be reached or is locked for too long; nothing was changed. Try again. `system` as above. */
  readonly unavailable: { readonly system?: string; readonly phase?: 'paused' | 'moved' }
  /** A commit was cut off: it may or may not have happened. Nothing was deleted; recovery decides. */
  readonly outcome_unknown: NoContext
  /** The reservation of a blob key ran out before its record was inserted. Try again. */
  readonly reservation_lost: NoContext
  /** `put` under a key that exists. */
  readonly blob_exists: NoContext
  /** No blob under this key. */
  readonly blob_not_found: NoContext
  /**
   * The bytes of a record are missing or cut short: restore them from a backup. An export says of which asset: `id`.
   */
  readonly blob_damaged: { readonly id?: string }
  /** The byte range is not within the `size` of the file. */
  readonly range_not_satisfiable: { readonly size: number }
  /** The signature of a URL does not match it, or its secret was dropped. */
  readonly signature_invalid: NoContext
  /** A signed URL has expired. */
  readonly signature_expired: NoContext
  /** The store was closed. */
  readonly closed: NoContext
  /** The database was written by a newer version of this library. */
  readonly database_too_new: { readonly version?: number; readonly newest?: number }
  /** Neither better-sqlite3 nor node:sqlite can be loaded. */
  readonly sqlite_unavailable: { readonly driver: string }
  /** Variants cannot be made here, for example because sharp lacks its binary. The message says what to install. */
  readonly variants_unavailable: NoContext
  /** The app was built without the libraries of `@stowage/analysis`. The message says which line adds them. */
  readonly analysis_unavailable: NoContext
}

/** The code of an error. */
export type ErrorCode = keyof ErrorContexts
