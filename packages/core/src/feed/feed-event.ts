import type { Timestamp } from '../assets/asset.ts'
import type { StoreEvents, StoreEventType } from '../events/store-events.ts'

/**
 * What an event says of itself. As a listener of `AssetStore.on` gets it, with these exceptions: `asset.purged` says
 * only `retention`, `tenant.erased` nothing, and of an asset whose data exceed 20 KiB `metadata` are empty, and where
 * that is not enough also `embedded`, `alt`, `tags` and variants.
 */
export type FeedEventData<Type extends StoreEventType = StoreEventType> = {
  readonly [Name in Type]: Name extends 'asset.purged'
    ? Pick<StoreEvents['asset.purged'], 'retention'>
    : Name extends 'tenant.erased'
      ? Readonly<Record<string, never>>
      : StoreEvents[Name] & {
          /** Present when something was left out of the asset. */
          readonly truncated?: true
        }
}[Type]

/** One event of the change feed. */
export type FeedEvent = {
  readonly [Type in StoreEventType]: {
    /** UUIDv7: a cursor of the feed. Its time is that of the database. */
    readonly id: string
    readonly type: Type
    /** When it happened, by the clock of the database. */
    readonly at: Timestamp
    /** Name of the tenant; `null` of a tenant that was erased. */
    readonly tenant: string | null
    /** The asset that it happened to; `null` for owners, folders, keys and tickets, whose ids are in `data`. */
    readonly assetId: string | null
    /** Who did it, as `AssetStore.for` was told; `null`: the app itself, or a sweep. */
    readonly actor: string | null
    /** `null` once the asset was purged, and of an event that is kept beyond its time as a place to read on from. */
    readonly data: FeedEventData<Type> | null
  }
}[StoreEventType]

/** An event as a database keeps it. */
export interface EventRecord extends Pick<FeedEvent, 'id' | 'type' | 'at' | 'tenant' | 'assetId'> {
  /** Events of a tenant are numbered in the order of their commits. Numbers may be missing. */
  readonly number: number
  readonly actor: string | null
  /** `createdBy` of the asset. */
  readonly createdBy: string | null
  readonly data: object | null
  /** The asset was purged: `data` of this event and its later ones must still be deleted. */
  readonly isPurged: boolean
}
