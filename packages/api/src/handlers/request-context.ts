import type { AssetStore, Principal } from '@stowage/core'
import type { DeliveryPolicy } from '../delivery/plan-delivery.ts'
import type { Query } from '../http/query.ts'
import type { ApiLimits } from '../message/limits.ts'
import type { ApiRequest } from '../message/request.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'

/** What a handler works with: a request whose key, permission and headers have passed. */
export interface RequestContext {
  readonly request: ApiRequest
  /** The store as the caller's tenant sees it. */
  readonly store: AssetStore
  /** `null` on routes that need no key. */
  readonly principal: Principal | null
  readonly query: Query
  /** The variable part of the path, normalised; empty when there is none. */
  readonly id: string
  /** What URLs begin with, up to and including `/api/v1`. */
  readonly root: string
  readonly limits: ApiLimits
  readonly uploads: ConcurrencyLimit
  readonly delivery: DeliveryPolicy
  /** Whether upload forms may name the page to show afterwards. */
  readonly redirectTo: boolean
}
