import type { AssetStore } from '@stowage/core'
import { type ApiError, apiError } from '../errors/api-error.ts'
import type { DescribedRoute } from '../openapi/described-route.ts'

/** What a route needs of the store. */
type Need = NonNullable<DescribedRoute['needs']>

const MISSING: Readonly<Record<Need, string>> = {
  events: 'This service keeps no events.',
  webhooks: 'This service sends no webhooks.',
  uploads: 'The blob store of this service takes no resumable uploads.',
}

/** Whether the store has what a route needs. */
export function isThere(need: Need, { view, uploads }: AssetStore): boolean {
  return need === 'uploads' ? uploads.isAvailable : view[need]
}

/** 404 `route_not_found`: the store lacks it. */
export function notThere(need: Need): ApiError {
  return apiError('route_not_found', MISSING[need])
}
