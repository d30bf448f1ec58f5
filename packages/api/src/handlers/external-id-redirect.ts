import { isStowageError } from '@stowage/core'
import { isExternalId } from '@stowage/core/ports'
import { assertAuthorized } from '../auth/authorize.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ApiResponse } from '../message/request.ts'
import type { DescribedRoute } from '../openapi/described-route.ts'
import type { RequestContext } from './request-context.ts'

/** What is needed of a route. */
type Route = Pick<DescribedRoute, 'byExternalId'> & {
  handle(context: RequestContext): Promise<ApiResponse>
}

/**
 * The answer of the route; when it finds no asset of this id, 302 to the URL of the one that has it as its external id.
 * Rejects as the route does when there is none, or the caller may not see it. `segment`: as it came.
 */
export async function handleOrRedirect(
  route: Route,
  context: RequestContext,
  segment: string,
): Promise<ApiResponse> {
  try {
    return await route.handle(context)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const path = await ownPath(route, context, segment, error)
    if (path === null) throw error
    const isDocument = route.byExternalId === 'get'
    return found(context, path, isDocument ? 'private, no-store' : context.delivery.cacheControl)
  }
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
  const { store, request } = context
  const asset = await store
    .getByExternalId(externalId, { signal: request.signal })
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

/** Caches keep the redirect to a file as they keep the file, and that to a document not at all. */
function found(
  { request, root, delivery }: RequestContext,
  path: string,
  cacheControl: string,
): ApiResponse {
  const query = request.query === '' ? '' : `?${request.query}`
  return {
    status: 302,
    headers: {
      location: `${root}${path}${query}`,
      'cache-control': cacheControl,
      ...(delivery.varies && { vary: 'Authorization' }),
      'content-length': '0',
    },
    body: null,
  }
}
