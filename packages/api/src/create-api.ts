import type { AssetStore, Principal } from '@stowage/core'
import { checkOptions, startWebhooks, withDefaults } from '@stowage/core/internal'
import type { OpenedUrl, RequestTrace, SignedRequest } from '@stowage/core/types'
import { handleOrRedirect } from './assets/external-id-redirect.ts'
import { assertPermitted, createAuthenticator } from './auth/authenticate.ts'
import { callingStore } from './auth/calling-store.ts'
import { scopedStore } from './auth/scoped-store.ts'
import { signSeconds } from './auth/sign-seconds.ts'
import { TICKET_RIGHTS, ticketTokenOf, verifyTicket } from './auth/upload-ticket.ts'
import { problemDocument } from './errors/error-document.ts'
import { isFault } from './errors/is-fault.ts'
import { nullUnlessFault } from './errors/null-unless-fault.ts'
import { toApiError } from './errors/to-api-error.ts'
import { assertAcceptsJson, wantsEventStream } from './http/headers/accept.ts'
import { createCors } from './http/headers/cors.ts'
import { requestIdOf } from './http/headers/request-id.ts'
import { parseQuery, requestableNames } from './http/query/query.ts'
import { normalizeBaseUrl } from './http/urls/base-url.ts'
import { assertOneHost } from './http/urls/host.ts'
import { normalizeKeyId } from './http/urls/key-id.ts'
import { isSignedQuery, signedParameters } from './http/urls/signed-query.ts'
import { normalizeUuid } from './http/urls/uuid.ts'
import { DEFAULT_API_LIMITS } from './message/limits.ts'
import type { Api, ApiRequest, ApiResponse } from './message/request.ts'
import { bodyShapes } from './openapi/body-shapes.ts'
import { API_OPTIONS, type ApiOptions } from './options/api-options.ts'
import { deliveryPolicyOf } from './options/delivery-policy.ts'
import { safeErrorHook } from './options/error-hook.ts'
import { assertNotGuessable } from './options/external-id-urls.ts'
import { requireStore } from './options/require-store.ts'
import { emptyAnswer, jsonAnswer } from './requests/answer.ts'
import { answerPage } from './requests/answer-page.ts'
import { ConcurrencyLimit } from './requests/concurrency-limit.ts'
import { isThere, notThere } from './requests/needs.ts'
import {
  noteCaller,
  noteRefusal,
  observed,
  storeWithin,
  traceOf,
} from './requests/observe-request.ts'
import type { RequestContext } from './requests/request-context.ts'
import type { Route } from './requests/route.ts'
import { tusHeaders, uploadOffer } from './resumable/answers/offer.ts'
import { methodOf } from './resumable/headers/method.ts'
import { createRouter, isApiPath, type Match, PREFIX } from './routes/router.ts'
import { ROUTES, ROUTES_BY_DEFAULT } from './routes/routes.ts'
import { webhookBody } from './webhooks/webhook-body.ts'

const findByDefault = createRouter(
  ROUTES_BY_DEFAULT,
  ROUTES.filter(({ onlyWith }) => onlyWith !== undefined),
)
const findInAll = createRouter(ROUTES)

/** Streams of events that a principal may have in this process. */
const MAX_STREAMS = 4

/** Pings of webhooks that a principal may have under way in this process. */
const MAX_PINGS = 4

/**
 * The whole `/api/v1` over a store, as a function that answers requests.
 *
 * A request is checked in this order: route and method, which are no secret (404, 405, and `OPTIONS` need no key); key,
 * or signature of the URL; permission; headers and query; body. So without a key nobody learns anything about a
 * tenant's assets, and no body is read.
 *
 * Throws `invalid_argument`, whose `context.argument` names what is wrong: the store, or an option.
 */
export function createApi(store: AssetStore, options: ApiOptions = {}): Api {
  requireStore(store)
  checkOptions<ApiOptions>('createApi', options, API_OPTIONS)
  assertNotGuessable(options)
  const { logger = null, serverTiming = false } = options
  const observers = { logger, serverTiming }
  // The line of a request has its cause.
  const onError = safeErrorHook(options.onError ?? (logger === null ? undefined : () => {}))
  const baseUrl = options.baseUrl === undefined ? undefined : normalizeBaseUrl(options.baseUrl)
  const limits = withDefaults(DEFAULT_API_LIMITS, options.limits)
  const authenticator = createAuthenticator(store, options)
  const cors = createCors(options.cors)
  const delivery = deliveryPolicyOf(options)
  const uploads = new ConcurrencyLimit(limits.concurrentUploadsPerKey)
  const streams = new ConcurrencyLimit(MAX_STREAMS, 'streams of events of a caller')
  const pings = new ConcurrencyLimit(MAX_PINGS, 'pings of webhooks of a caller')
  const requestable = requestableNames(store)
  const { page, fromUrl = null } = options
  const bodyShapeOf = bodyShapes(ROUTES, store.view.limits)
  const findResource = fromUrl === null ? findByDefault : findInAll
  const isRedirecting = options.externalIdUrls !== undefined && options.externalIdUrls !== false
  const pagePaths = new Set(page?.paths)
  const isOpen = {
    files: options.access === 'public',
    publicDescription: options.publicDescription === true,
    nature: true,
  }

  if (baseUrl !== undefined) {
    startWebhooks(store, (event) => webhookBody(event, store, baseUrl + PREFIX))
  }

  async function api(request: ApiRequest): Promise<ApiResponse> {
    const requestId = requestIdOf(request.headers['x-request-id'])
    const trace = traceOf(request, requestId, observers)
    if (trace === null) return respond(request, requestId, null)
    return observed(trace, () => respond(request, requestId, trace), observers)
  }

  async function respond(
    request: ApiRequest,
    requestId: string,
    trace: RequestTrace | null,
  ): Promise<ApiResponse> {
    let response: ApiResponse
    try {
      response = await answer(request, trace)
    } catch (error) {
      response = refuse(error, request, requestId, trace)
    }
    const { status, headers, body } = response
    return {
      status,
      headers: Object.assign({}, cors.headers(request, headers), tusHeaders(request), {
        'x-request-id': requestId,
      }),
      body: request.method === 'HEAD' ? null : body,
    }
  }

  function answer(
    request: ApiRequest,
    trace: RequestTrace | null,
  ): Promise<ApiResponse> | ApiResponse {
    if (request.framingFault !== undefined) throw request.framingFault
    assertOneHost(request.headers)
    if (page !== undefined && pagePaths.has(request.path)) {
      return answerPage(page, request, baseUrl ?? request.baseUrl)
    }
    const match = findResource(request.path)
    const { resource } = match
    if (request.method !== 'OPTIONS') {
      const route = resource.routeFor(methodOf(request))
      if (trace !== null) trace.route = PREFIX + route.path
      return handle(request, route, match, trace)
    }
    const preflight = cors.preflight(request, resource.allow)
    return emptyAnswer({
      allow: resource.allow,
      ...uploadOffer(request.path, store, limits),
      ...preflight,
    })
  }

  async function handle(
    request: ApiRequest,
    route: Route,
    match: Match,
    trace: RequestTrace | null,
  ): Promise<ApiResponse> {
    const { permission, alsoPermission, openedBy, signedAs, idForm, needs } = route
    if (needs !== undefined && !isThere(needs, store)) throw notThere(needs)
    const isSigned =
      signedAs !== undefined && store.urls.isConfigured && isSignedQuery(request.query)
    const isOpenToAll = isSigned || (openedBy !== undefined && isOpen[openedBy])
    const token = isOpenToAll ? null : ticketTokenOf(request)
    const ticket = token === null ? null : await verifyTicket(store, token, route)
    const isAsked = !isOpenToAll && ticket === null
    const principal = isAsked ? await authenticator.authenticate(request) : null
    const rights = ticket === null ? principal : TICKET_RIGHTS
    if (trace !== null) noteCaller(trace, ticket ?? principal)
    if (rights !== null && permission !== null) assertPermitted(rights, permission)
    if (rights !== null && alsoPermission !== undefined) assertPermitted(rights, alsoPermission)
    const isStream = route.streams === true && wantsEventStream(request.headers.accept)
    if (route.operation.success.content !== 'file' && !isStream) {
      assertAcceptsJson(request.headers.accept)
    }
    const query = parseQuery(request.query, route.query, requestable)
    const id = idForm === 'key' ? normalizeKeyId(match.id) : normalizeUuid(match.id)
    const signFor = signSeconds(query, rights, store.urls)
    const context: RequestContext = {
      request,
      principal,
      again: () => ofPrincipal(request, trace),
      asPrincipal: async () => (isOpenToAll && !isSigned ? asPrincipal(context, trace) : null),
      ticket,
      store: storeWithin(
        callingStore(
          ticket === null ? await storeOf(principal) : store.for({ tenant: ticket.tenant }),
          { principal, ticket, request },
          options,
        ),
        trace,
      ),
      authorize: options.authorize ?? null,
      query,
      bodyShape: bodyShapeOf(route),
      signFor,
      opened: isSigned ? await openSigned(request, { id, signedAs, variant: query.variant }) : null,
      id,
      subId: normalizeUuid(match.subId),
      root: (baseUrl ?? request.baseUrl) + PREFIX,
      limits,
      uploads,
      streams,
      pings,
      hasBaseUrl: baseUrl !== undefined,
      delivery,
      fromUrl,
      redirectTo: options.redirectTo === true,
    }
    const mayRedirect = isRedirecting && route.byExternalId !== undefined && !isSigned
    // Awaited here: to resolve a promise with a promise takes three turns.
    return mayRedirect
      ? await handleOrRedirect(route, context, { segment: match.id, baseUrl })
      : await route.handle(context)
  }

  /** A key or login that is not valid is no reason to refuse what everyone may see. */
  async function asPrincipal(
    context: RequestContext,
    trace: RequestTrace | null,
  ): Promise<RequestContext | null> {
    const { request } = context
    if (request.headers.authorization === undefined && request.headers.cookie === undefined) {
      return null
    }
    return nullUnlessFault(async () => ({ ...context, ...(await ofPrincipal(request, trace)) }))
  }

  /** Who makes the request, now, and the store as the caller sees it. Rejects unless the caller may read. */
  async function ofPrincipal(
    request: ApiRequest,
    trace: RequestTrace | null,
  ): Promise<Pick<RequestContext, 'principal' | 'store'>> {
    const principal = await authenticator.authenticate(request)
    assertPermitted(principal, 'read')
    const caller = { principal, ticket: null, request }
    const seen = callingStore(await storeOf(principal), caller, options)
    return { principal, store: storeWithin(seen, trace) }
  }

  function storeOf(principal: Principal | null): AssetStore | Promise<AssetStore> {
    if (principal === null) return store
    const { scope } = options
    if (scope === undefined) return store.for({ tenant: principal.tenant })
    return scopedStore(store, principal, scope)
  }

  function openSigned(
    { query, signal }: ApiRequest,
    { id, signedAs, variant }: SignedTarget,
  ): Promise<OpenedUrl> {
    const signed = { publicFileId: id, route: signedAs, variant, ...signedParameters(query) }
    return store.urls.verify(signed, { signal })
  }

  function refuse(
    error: unknown,
    request: ApiRequest,
    requestId: string,
    trace: RequestTrace | null,
  ): ApiResponse {
    const { method, path, signal, raw } = request
    const refusal = toApiError(error)
    // The client caused this failure by leaving, and reads no answer. So `onError` is not called.
    if (trace !== null)
      noteRefusal(trace, isFault(refusal) ? (refusal.cause ?? error) : undefined, signal)
    if (isFault(refusal) && !signal.aborted) {
      onError(refusal.cause ?? error, { requestId, method, path, raw })
    }
    return jsonAnswer(refusal.status, problemDocument(refusal.problems, requestId), {
      ...refusal.headers,
      ...(refusal.status === 401 && { 'www-authenticate': authenticator.challenge(request) }),
    })
  }

  return Object.assign(api, {
    handles: (path: string) => isApiPath(path) || pagePaths.has(path),
  })
}

/** The file that a signed URL names. */
interface SignedTarget {
  readonly id: string
  readonly signedAs: SignedRequest['route']
  readonly variant: string | undefined
}
