import type { AuditEntry } from '../model/events/audit-entry.ts'
import type { StoreEventType } from '../model/events/store-events.ts'
import type { CallOptions } from './call-options.ts'

/** Which entries of the audit trail. */
export interface AuditFilter extends CallOptions {
  /** What was done to this asset, also one that is gone. Default: whatever it was done to. */
  readonly assetId?: string
  /** What this actor did; `null`: what the app itself or a sweep did. Default: every actor. */
  readonly actor?: string | null
  /** Default: all acts. */
  readonly action?: StoreEventType
  /** From this moment on. Default: from the first. */
  readonly since?: Date
  /** Before this moment. Default: to the last. */
  readonly until?: Date
  /** Default `newest` first. */
  readonly order?: 'newest' | 'oldest'
}

/** Which page of which entries. */
export interface ListAuditOptions extends AuditFilter {
  /** Those after this entry: the `next` of the page before, in the same order. Default: from the first. */
  readonly after?: number | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** Some entries of an audit trail. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** What to pass as `after` for the next page; `null` when there is none. */
  readonly next: number | null
}

/**
 * Who did what to a tenant's assets, folders, keys and tickets: kept with the store option `audit`. An entry is written
 * by the transaction that does what it tells, so neither is there without the other. No call changes an entry. A scoped
 * store refuses: `invalid_argument`.
 */
export interface AuditTrail {
  /** One page. */
  list(options?: ListAuditOptions): Promise<AuditPage>
  /** Every entry, a page in memory at a time. With `order: 'oldest'` those that are added meanwhile come too. */
  iterate(options?: AuditFilter): AsyncIterable<AuditEntry>
}
