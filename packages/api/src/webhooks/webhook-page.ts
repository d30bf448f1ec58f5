import { listLink } from '../documents/list-link.ts'
import type { ApiError } from '../errors/api-error.ts'
import { cursorSizeOf } from '../finding/list-request.ts'
import { invalidParameter } from '../http/query/query.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { DeliveryResource } from './delivery-resource.ts'
import type { WebhookResource } from './webhook-resource.ts'

/** One page of a list, with links to the first and the next. */
export interface WebhookPage<Resource> {
  readonly data: readonly Resource[]
  /** `next` is `null` at the end. */
  readonly links: { readonly first: string; readonly next: string | null }
  readonly meta: { readonly path: string; readonly per_page: number }
}

/** One page of webhooks. */
export interface WebhookCollection extends WebhookPage<WebhookResource> {}

/** One page of deliveries. */
export interface DeliveryCollection extends WebhookPage<DeliveryResource> {}

/** Which page a query asks for. Throws 400 `invalid_parameter`. */
export function pageAskedFor({ query: { given } }: Pick<RequestContext, 'query'>): {
  readonly limit: number
  readonly after?: string
} {
  const after = given.get('page[after]')
  if (after !== undefined && !isUuid(after)) throw noCursor()
  return {
    limit: cursorSizeOf(given),
    ...(after !== undefined && { after: normalizeUuid(after) }),
  }
}

/** 400 about `page[after]`. */
export function noCursor(): ApiError {
  return invalidParameter(
    'page[after]',
    'This is no cursor of this list. Follow its links, or start anew without it.',
  )
}

/** A page of the list at this path below `/api/v1`. Links keep the query's other parameters. */
export function webhookPage<Resource>(
  data: readonly Resource[],
  {
    next,
    path,
    size,
  }: { readonly next: string | null; readonly path: string; readonly size: number },
  { root, query }: Pick<RequestContext, 'root' | 'query'>,
): WebhookPage<Resource> {
  const link = (after: string | null) =>
    listLink(root + path, query.given, { 'page[size]': String(size), 'page[after]': after })
  return {
    data,
    links: { first: link(null), next: next === null ? null : link(next) },
    meta: { path: root + path, per_page: size },
  }
}
