import type { StoreEventType } from '../events/store-events.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Options of `audit.iterate`: which entries of the audit trail. */
export interface AuditFilter extends CallOptions {
  /** Only entries about this asset, even if it has been purged. Default: about anything. */
  readonly assetId?: string
  /** Only what this actor did; `null`: what the app itself or a sweep did. Default: every actor. */
  readonly actor?: string | null
  /** Default: every action. */
  readonly action?: StoreEventType
  /** From this moment on. Default: from the first. */
  readonly since?: Date
  /** Before this moment. Default: to the last. */
  readonly until?: Date
  /** Default `newest` first. */
  readonly order?: 'newest' | 'oldest'
}

/** Options of `audit.list`: which entries, and which page of them. */
export interface ListAuditOptions extends AuditFilter {
  /** The `next` of the previous page, in the same order. Default: from the first entry. */
  readonly after?: number | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** One page of an audit trail. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** What to pass as `after` for the next page; `null` when there is none. */
  readonly next: number | null
}

/**
 * Who did what to a tenant's assets, folders, keys and tickets, kept with the store option `audit`. The transaction of
 * a change also writes its entry, so neither exists without the other. No call changes an entry. A scoped store refuses
 * these methods as `invalid_argument`.
 */
export interface AuditTrail {
  /** Lists one page of entries. */
  list(options?: ListAuditOptions): Promise<AuditPage>
  /**
   * Iterates over every entry, with one page in memory at a time. With `order: 'oldest'`, entries added meanwhile are
   * included.
   */
  iterate(options?: AuditFilter): AsyncIterable<AuditEntry>
}
