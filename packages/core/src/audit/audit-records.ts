import type { AuditEntry } from './audit-entry.ts'

/** Which part of which trail. */
export interface AuditQuery {
  readonly tenant: string
  /** Default: entries about anything. */
  readonly assetId?: string
  /** Default: every actor. `null`: the app itself, or a sweep. */
  readonly actor?: string | null
  /** Default: all. */
  readonly action?: string
  /** From this moment on, in microseconds. Default: from the first. */
  readonly since?: number
  /** Before this moment, in microseconds. Default: to the last. */
  readonly until?: number
  /** By number. With `since` or `until` and no other condition: by time, then by number. */
  readonly order: 'newest' | 'oldest'
  /** Those that come after the entry of this number, in that order. `null`: from the first. */
  readonly after: number | null
  /** 1 … 1000. */
  readonly limit: number
  /** A list that waits for others leaves them when it aborts, and rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Who did what: role `audit` of a `MetadataStore`, whose rules hold for every method. Writes of the other roles add to
 * it in their own transaction, when the `record` of their request says so. Nothing changes an entry.
 */
export interface AuditRecords {
  /** In the order asked for. */
  list(query: AuditQuery): Promise<readonly AuditEntry[]>
  /**
   * Forgets entries that are older than this many milliseconds, the oldest first, at most `limit`. The age is measured
   * as for `assets.purge`. Resolves to how many were forgotten.
   */
  prune(request: { readonly olderThan: number; readonly limit: number }): Promise<number>
}
