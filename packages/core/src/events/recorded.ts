/** Who a write is recorded for, and where. */
export interface RecordBy {
  /** Who did it; `null`: the app itself, or a sweep. */
  readonly actor: string | null
  /** Whether the audit trail gets its entries. */
  readonly audit: boolean
  /** Whether the change feed gets its events. */
  readonly events: boolean
}

/** A write that may be recorded. */
export interface Recorded {
  /** Records what the write did, in the transaction of the write. Default: it is not recorded. */
  readonly record?: RecordBy
}
