import type { Timestamp } from '../assets/asset.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { DeliveryRecord, DeliveryState, WebhookRecord } from './webhook.ts'

/** An endpoint to store: the port adds its times. */
export interface NewWebhook
  extends Enqueueing,
    Pick<WebhookRecord, 'id' | 'tenant' | 'url' | 'types' | 'filter' | 'state' | 'position'> {
  readonly secrets: WebhookRecord['secrets']
  /** The most endpoints that the tenant may have, this one included. */
  readonly limit: number
}

/** An endpoint, as of the database's time when it was read. */
export interface FoundWebhook {
  readonly webhook: WebhookRecord
  readonly now: Timestamp
}

/** What may change of an endpoint. */
export type WebhookChanges = Partial<
  Pick<
    WebhookRecord,
    | 'url'
    | 'types'
    | 'filter'
    | 'state'
    | 'secrets'
    | 'position'
    | 'requeueAfter'
    | 'failures'
    | 'failingSince'
  >
>

/** A delivery to add: the port numbers it and adds its times. */
export type NewDelivery = Pick<
  DeliveryRecord,
  'id' | 'eventId' | 'eventNumber' | 'type' | 'assetId'
>

/** What an attempt, or a wish to retry, makes of a delivery. */
export interface DeliveryChange {
  readonly id: string
  /** Its attempts before. The change is refused when they differ. */
  readonly attempts: number
  readonly to: Pick<DeliveryRecord, 'state' | 'attempts' | 'status' | 'answer'> & {
    /** Milliseconds until it is tried next; `null`: when its turn comes. */
    readonly nextIn: number | null
    /** Whether it was tried now. */
    readonly isAttempt: boolean
    /**
     * Whether something of its asset was told: then the answer, which may repeat it, is dropped once the asset is
     * purged. Default `false`.
     */
    readonly tellsAsset?: boolean
  }
}

/** Changes of an endpoint and of its deliveries that belong together. */
export interface WebhookChange extends Enqueueing {
  readonly tenant: string
  readonly id: string
  /** The revision that the endpoint must have. `null`: any. */
  readonly revision: number | null
  /** Empty: the endpoint stays as it is, with its revision. */
  readonly changes: WebhookChanges
  /** At most 1000. Default: none. */
  readonly add?: readonly NewDelivery[]
  /** Default: none. */
  readonly delivery?: DeliveryChange
}

/** Which waiting deliveries of an endpoint. */
export interface WaitingQuery {
  readonly webhookId: string
  /** Of this asset; `null`: of those without one. Default: all. */
  readonly assetId?: string | null
  /** After the delivery of this number; 0: from the first. */
  readonly after: number
  /** 1 … 1000. */
  readonly limit: number
}

/** Which endpoints may have lost the jobs that send their deliveries. */
export interface LateQuery {
  /** The oldest waiting delivery is at least so old, in milliseconds. */
  readonly waitedFor: number
  /** The `next` of the page before. `null`: from the first. */
  readonly after: string | null
  /** At most how many endpoints with waiting deliveries are looked at. 1 … 1000. */
  readonly limit: number
}

/** An endpoint whose oldest waiting delivery has waited for long. */
export interface LateWebhook {
  readonly webhook: WebhookRecord
  /** The asset of that delivery; `null`: none. */
  readonly assetId: string | null
}

/** A part of these endpoints. */
export interface LatePage {
  /** By id. It may be empty, although others follow. */
  readonly late: readonly LateWebhook[]
  /** Continues; `null`: no others follow. */
  readonly next: string | null
}

/** Which deliveries of an endpoint. */
export interface DeliveryQuery {
  readonly tenant: string
  readonly webhookId: string
  /** Default: every state. */
  readonly state?: DeliveryState
  /** Those before the delivery of this number. `null`: from the newest. */
  readonly before: number | null
  /** 1 … 1000. */
  readonly limit: number
}

/**
 * Endpoints that are told of events, and what they are told: role `webhooks` of a `MetadataStore`, whose rules hold for
 * every method. Writes that store events of a tenant with enabled endpoints enqueue a job that matches them.
 */
export interface WebhookRecords {
  /** Stores a new endpoint. `too_many_webhooks` above the limit; `unavailable` while its tenant is being erased. */
  create(webhook: NewWebhook): Promise<WebhookRecord>
  /** `null` when unknown, or another tenant's. */
  get(query: { readonly tenant: string; readonly id: string }): Promise<FoundWebhook | null>
  /** By id, those after this one. Default `tenant`: of all tenants. */
  list(query: {
    readonly tenant?: string
    readonly after: string | null
    /** 1 … 1000. */
    readonly limit: number
  }): Promise<readonly WebhookRecord[]>
  /**
   * Changes an endpoint and its deliveries. Resolves to the endpoint; `null`, and nothing changes, when it is unknown,
   * has another revision, or the delivery is unknown or has other attempts. Purges of an asset delete the answers of
   * its deliveries.
   */
  change(request: WebhookChange): Promise<WebhookRecord | null>
  /**
   * Disables the endpoint, drops its secrets and deletes at most `limit` of its deliveries; with the last of them it is
   * gone itself. Resolves to whether it is gone. `webhook_not_found`.
   */
  delete(request: {
    readonly tenant: string
    readonly id: string
    readonly limit: number
  }): Promise<{ readonly isGone: boolean }>
  /** Waiting deliveries, by number. `now`: the database's time. */
  waiting(query: WaitingQuery): Promise<{
    readonly deliveries: readonly DeliveryRecord[]
    readonly now: Timestamp
  }>
  /** Enabled endpoints whose oldest waiting delivery has waited for long. Looks at none that has nothing to send. */
  late(query: LateQuery): Promise<LatePage>
  /** Deliveries, the newest first. */
  deliveries(query: DeliveryQuery): Promise<readonly DeliveryRecord[]>
  /** `null` when unknown, or of another endpoint or tenant. */
  delivery(query: {
    readonly tenant: string
    readonly webhookId: string
    readonly id: string
  }): Promise<DeliveryRecord | null>
  /**
   * Forgets deliveries that were done or died longer ago than this many milliseconds, the longest first, at most
   * `limit`. The age is measured as for `assets.purge`. Resolves to how many were forgotten.
   */
  prune(request: { readonly olderThan: number; readonly limit: number }): Promise<number>
}
