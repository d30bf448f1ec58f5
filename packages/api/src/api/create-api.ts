import type { AssetStore } from '@stowage/core'
import { createCors } from '../cors/cors.ts'
import { createAccelerator } from '../delivery/accelerator.ts'
import type { DeliveryPolicy } from '../delivery/plan-delivery.ts'
import { redirectSeconds } from '../delivery/redirect.ts'
import { emptyAnswer, jsonAnswer } from '../handlers/answer.ts'
import { problemDocument } from '../problems/problem-document.ts'
import { problemOf } from '../problems/problem-of.ts'
import { assertAcceptsJson } from '../requests/accept.ts'
import { assertPermitted, createAuthenticator } from '../requests/authenticate.ts'
import { assertOneHost } from '../requests/host.ts'
import { parseQuery } from '../requests/query.ts'
import { requestIdOf } from '../requests/request-id.ts'
import { normalizeUuid } from '../requests/uuid.ts'
import type { Route } from '../routing/route.ts'
import { createRouter, isApiPath, type Match, PREFIX } from '../routing/router.ts'
import { ROUTES } from '../routing/routes.ts'
import { neverThrowing } from './error-hook.ts'
import { resolveLimits } from './limits.ts'
import type { ApiOptions } from './options.ts'
import type { Api, ApiRequest, ApiResponse } from './request.ts'
import { UploadGate } from './upload-gate.ts'

const findResource = createRouter(ROUTES)

/**
 * The whole `/api/v1` over a store, as a function that answers requests.
 *
 * A request is checked in this order: route and method, which are no secret (404, 405, and `OPTIONS` need
 * no key); key; permission; headers and query; body. So nothing about a tenant's assets can be learned,
 * and no body is read, without a key.
 */
export function createApi(store: AssetStore, options: ApiOptions = {}): Api {
  const onError = neverThrowing(options.onError)
  const baseUrl = options.baseUrl?.replace(/\/+$/, '')
  const limits = resolveLimits(options.limits)
  const authenticator = createAuthenticator(store, options)
  const cors = createCors(options.cors)
  const delivery = deliveryPolicyOf(options)
  const uploads = new UploadGate(limits.concurrentUploadsPerKey)
  const isOpen = {
    files: options.files === 'public',
    publicDescription: options.publicDescription === true,
    nature: true,
  }

  async function api(request: ApiRequest): Promise<ApiResponse> {
    const requestId = requestIdOf(request.headers['x-request-id'])
    let response: ApiResponse
    try {
      response = await answer(request)
    } catch (error) {
      response = refuse(error, request, requestId)
    }
    const { status, headers, body } = response
    return {
      status,
      headers: Object.assign({}, cors.headers(request, headers), { 'x-request-id': requestId }),
      body: request.method === 'HEAD' ? null : body,
    }
  }

  function answer(request: ApiRequest): Promise<ApiResponse> | ApiResponse {
    if (request.framingFault !== undefined) throw request.framingFault
    assertOneHost(request.headers)
    const match = findResource(request.path)
    const { resource } = match
    if (request.method !== 'OPTIONS') return call(request, resource.routeFor(request.method), match)
    const preflight = cors.preflight(request, resource.allow)
    return emptyAnswer({ allow: resource.allow, ...preflight })
  }

  async function call(request: ApiRequest, route: Route, { id }: Match): Promise<ApiResponse> {
    const { permission, openedBy } = route
    const isOpenToAll = openedBy !== undefined && isOpen[openedBy]
    const principal = isOpenToAll ? null : await authenticator.authenticate(request)
    if (principal !== null && permission !== null) assertPermitted(principal, permission)
    if (route.operation.success.content !== 'file') assertAcceptsJson(request.headers.accept)
    // Awaited here: to resolve a promise with a promise takes three turns.
    return await route.handle({
      request,
      principal,
      store: principal === null ? store : store.forTenant(principal.tenant),
      query: parseQuery(request.query, route.query, store.variantNames),
      id: normalizeUuid(id),
      root: (baseUrl ?? request.baseUrl) + PREFIX,
      limits,
      uploads,
      delivery,
    })
  }

  function refuse(error: unknown, request: ApiRequest, requestId: string): ApiResponse {
    const { method, path, signal, raw } = request
    const refusal = problemOf(error)
    // What fails because the client has left is nobody's error, and nobody reads the answer.
    if (refusal.status >= 500 && !signal.aborted) {
      onError(refusal.cause ?? error, { requestId, method, path, raw })
    }
    return jsonAnswer(refusal.status, problemDocument(refusal.problems, requestId), {
      ...refusal.headers,
      ...(refusal.status === 401 && { 'www-authenticate': authenticator.challenge(request) }),
    })
  }

  return Object.assign(api, { handles: isApiPath })
}

function deliveryPolicyOf(options: ApiOptions): DeliveryPolicy {
  const { files = 'key', filesMaxAge, crossOriginResourcePolicy = 'same-site', delivery } = options
  const isCacheable = files === 'public' && filesMaxAge !== undefined
  return {
    crossOriginResourcePolicy,
    cacheControl: isCacheable ? `public, max-age=${filesMaxAge}` : 'private, no-cache',
    varies: files === 'key',
    accelerator: delivery && 'accel' in delivery ? createAccelerator(delivery) : null,
    redirectFor: delivery && 'redirect' in delivery ? redirectSeconds(delivery.redirect) : null,
  }
}
