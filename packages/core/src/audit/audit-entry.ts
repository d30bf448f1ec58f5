import type { Timestamp } from '../assets/asset.ts'
import type { StoreEventType } from '../events/store-events.ts'

/** More about an action, such as the name of the asset or what changed in it. Plain JSON. */
export type AuditDetail = Readonly<Record<string, unknown>>

/** One action, before it is recorded. */
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
  /** Entries of a tenant are numbered in the order of their commits. Numbers may be missing. */
  readonly number: number
  /** When it was done, by the database's clock. */
  readonly at: Timestamp
  /** Who did it, as `AssetStore.for` was told; `null`: the app itself, or a sweep. */
  readonly actor: string | null
}
