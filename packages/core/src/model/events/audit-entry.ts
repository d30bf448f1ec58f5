import type { Timestamp } from '../assets/asset.ts'
import type { StoreEventType } from './store-events.ts'

/** More about an act, such as the name of the asset or what was changed of it. Plain JSON. */
export type AuditDetail = Readonly<Record<string, unknown>>

/** One act, before it is noted. */
export interface AuditNote {
  /** Name of the tenant. */
  readonly tenant: string
  readonly action: StoreEventType
  /** The asset that it was done to; `null` for owners, folders, keys and tickets, whose ids are in `detail`. */
  readonly assetId: string | null
  readonly detail: AuditDetail
}

/** One entry of the audit trail of a tenant. */
export interface AuditEntry extends AuditNote {
  /** Its place: entries of a tenant are numbered in the order of their commits. Numbers may be left out. */
  readonly number: number
  /** When it was done, by the database's clock. */
  readonly at: Timestamp
  /** Who did it, as `AssetStore.for` was told; `null`: the app itself, or a sweep. */
  readonly actor: string | null
}

/** Who a write is noted for. */
export interface AuditBy {
  /** `null`: the app itself, or a sweep. */
  readonly actor: string | null
}

/** A write that may be noted. */
export interface Audited {
  /** The write notes itself in the audit trail, in its own transaction. Default: it is not noted. */
  readonly audit?: AuditBy
}
