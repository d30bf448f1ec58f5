import { isStowageError } from '@stowage/core'
import { isExternalId } from '@stowage/core/internal'
import { assertAuthorized } from '../auth/authorize.ts'
import { ApiError } from '../errors/api-error.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import type { ApiResponse } from '../message/request.ts'
import type { DescribedRoute } from '../openapi/described-route.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** What is needed of a route. */
type Route = Pick<DescribedRoute, 'byExternalId'> & {
  handle(context: RequestContext): Promise<ApiResponse>
}

/** What the URL of a request is made of. */
interface Asked {
  /** The variable segment of the path, as it came. */
  readonly segment: string
  /** The option `baseUrl`. */
  readonly baseUrl: string | undefined
}

/**
 * The answer of the route. When no asset has this id, 302 to the URL of the asset that has it as its external id.
 * Rejects as the route does when there is none, or when the caller may not see it.
 */
export async function handleOrRedirect(
  route: Route,
  context: RequestContext,
  { segment, baseUrl }: Asked,
): Promise<ApiResponse> {
  try {
    return await route.handle(context)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const path = await ownPath(route, context, segment, error)
    if (path === null) throw error
    const target = baseUrl === undefined ? pathOf(context.root) + path : context.root + path
    return found(context, target, cacheControlOf(route, context, baseUrl))
  }
}

/**
 * A path alone, as RFC 9110 section 10.2.2 allows. Whatever the headers of the request say, it cannot lead to another
 * host: two slashes at its beginning would, so it has one.
 */
function pathOf(root: string): string {
  return root.replace(/^\w+:\/\/[^/]*/, '').replace(/^[/\\]+/, '/')
}

/**
 * Caches ask each time whether a redirect to a file still holds, because an external id may pass to another asset. They
 * keep no redirect to a document. Without `baseUrl` a shared cache keeps none, because the path may hold a prefix that
 * a proxy named in a header.
 */
function cacheControlOf(
  { byExternalId }: Route,
  { delivery }: RequestContext,
  baseUrl: string | undefined,
): string {
  if (byExternalId === 'get') return 'private, no-store'
  return baseUrl === undefined ? 'private, no-cache' : delivery.revalidated
}

/** The path of the asset with this external id, below the root of the API; `null` when there is none. */
async function ownPath(
  { byExternalId }: Route,
  context: RequestContext,
  segment: string,
  notFound: Error,
): Promise<string | null> {
  const externalId = decoded(segment)
  if (externalId === null || byExternalId === undefined) return null
  if (isUuid(externalId) && (await isTaken(byExternalId, context, externalId))) return null
  const { store, request } = context
  const asset = await store
    .get({ externalId }, { signal: request.signal })
    .catch((error: unknown) => {
      if (isStowageError(error, 'asset_not_found')) return null
      throw error
    })
  if (asset === null) return null
  await assertAuthorized(context, byExternalId, asset, () => notFound)
  return byExternalId === 'get'
    ? `/assets/${asset.id}`
    : `/files/${asset.publicFileId}/${byExternalId}`
}

/**
 * Whether the caller's view has an asset with exactly this id, even one that is in the trash, held back or closed to
 * the caller. Its URL must never lead to another asset.
 */
async function isTaken(
  route: NonNullable<Route['byExternalId']>,
  { store, principal, request: { signal } }: RequestContext,
  uuid: string,
): Promise<boolean> {
  const id = normalizeUuid(uuid)
  const options = { signal, trashed: 'include' } as const
  const looking =
    route === 'get'
      ? store.get(id, options)
      : store.get(
          { publicFileId: id },
          { ...options, ...(principal === null && { tenant: 'any' }) },
        )
  return looking.then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false
      throw error
    },
  )
}

function isNotFound(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status === 404
  return isStowageError(error, 'asset_not_found', 'file_not_found')
}

/** `null` for what cannot be an external id. */
function decoded(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment)
    return isExternalId(text) ? text : null
  } catch {
    return null
  }
}

function found(
  { request, delivery }: RequestContext,
  target: string,
  cacheControl: string,
): ApiResponse {
  const query = request.query === '' ? '' : `?${request.query}`
  return {
    status: 302,
    headers: {
      location: `${target}${query}`,
      'cache-control': cacheControl,
      ...(delivery.varies.length > 0 && { vary: delivery.varies.join(', ') }),
      'content-length': '0',
    },
    body: null,
  }
}
