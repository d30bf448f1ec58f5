import type { AssetStore, Principal, UploadSource, UploadTicket } from '@stowage/core'
import type { OpenedUrl } from '@stowage/core/types'
import type { JsonShape } from '../body/json-shape.ts'
import type { DeliveryPolicy } from '../delivery/plan-delivery.ts'
import type { Query } from '../http/query/query.ts'
import type { ApiLimits } from '../message/limits.ts'
import type { ApiRequest } from '../message/request.ts'
import type { Authorize } from '../options/rights-options.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'

/** What a handler works with: a request whose key, permission and headers have passed. */
export interface RequestContext {
  readonly request: ApiRequest
  /** The store as the caller sees it: its tenant, within its scope. */
  readonly store: AssetStore
  /** `null` on routes that need no key, with a signed URL, and with an upload ticket. */
  readonly principal: Principal | null
  /**
   * The same request in the name of its key or login, where the route needs none; `null` when it has none that is valid
   * and may read.
   */
  readonly asPrincipal: () => Promise<RequestContext | null>
  /** The same request, asked again who makes it. Rejects as the request would now. */
  readonly again: () => Promise<Pick<RequestContext, 'principal' | 'store'>>
  /** The valid ticket that the request has in place of a key; `null` when it has none. */
  readonly ticket: UploadTicket | null
  /** Asked before each action on an asset. `null`: every principal may do what its permissions allow. */
  readonly authorize: Authorize | null
  readonly query: Query
  /** What its JSON body may hold; `null` on routes that take none. */
  readonly bodyShape: JsonShape | null
  /** Seconds for which `meta.signed` is asked for; `null` when it is not. */
  readonly signFor: number | null
  /** What the request's signed URL opens, once its signature has passed; `null` when it has none. */
  readonly opened: OpenedUrl | null
  /** The variable part of the path, normalised; empty when there is none. */
  readonly id: string
  /** The second variable part of the path, a UUID. */
  readonly subId: string
  /** What URLs begin with, up to and including `/api/v1`. */
  readonly root: string
  readonly limits: ApiLimits
  readonly uploads: ConcurrencyLimit
  /** Answers that follow the change feed. */
  readonly streams: ConcurrencyLimit
  /** Pings of webhooks. */
  readonly pings: ConcurrencyLimit
  /** Whether the API has the option `baseUrl`. Without it, URLs follow the request. */
  readonly hasBaseUrl: boolean
  readonly delivery: DeliveryPolicy
  /** Fetches a file by its URL; `null` where the service does not. */
  readonly fromUrl: ((url: string) => UploadSource) | null
  /** Whether upload forms may name the page to show afterwards. */
  readonly redirectTo: boolean
}
