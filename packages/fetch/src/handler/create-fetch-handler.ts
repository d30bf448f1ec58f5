import {
  API_OPTIONS,
  type ApiOptions,
  baseUrlFrom,
  createApi,
  normalizeMountPath,
  safeErrorHook,
} from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { checkOptions, invalidArgument, pickOptions } from '@stowage/core/internal'
import { FetchRequest } from '../adapter/fetch-request.ts'
import { headersOf } from '../adapter/request-headers.ts'
import { isRequest, requireRequest } from '../adapter/require-request.ts'
import { responseOf } from '../adapter/response-of.ts'
import { targetOf } from '../adapter/target.ts'
import { FETCH_HANDLER_OPTIONS, type FetchHandler, type FetchHandlerOptions } from './options.ts'

/** A path that neither an api nor a page handles, for requests outside the mount: `/api/v1` there is not ours. */
const OUTSIDE = '*'

/**
 * Answers requests of the Fetch API from a store: `app.all('/media/*', (c) => handler(c.req.raw))` in Hono. Throws
 * `invalid_argument`, whose `context.argument` names what is wrong: the store, or an option.
 */
export function createFetchHandler(
  store: AssetStore,
  options: FetchHandlerOptions = {},
): FetchHandler {
  assertCalled(store)
  checkOptions<FetchHandlerOptions>('createFetchHandler', options, FETCH_HANDLER_OPTIONS)
  const { authenticate, clientAddress, ...others } = options
  const api = createApi(store, {
    ...pickOptions<ApiOptions>(others, API_OPTIONS),
    ...(authenticate && { authenticate: ({ raw }) => authenticate(raw as Request) }),
    ...(clientAddress && { clientAddress: ({ raw }) => clientAddress(raw as Request) }),
  })
  const { trustProxy = false, linger = {} } = options
  const { stallTimeout = 60_000, minimumDownloadRate = 1024 } = options
  const mountPath = normalizeMountPath(options.path ?? '')
  const onError = safeErrorHook(options.onError)

  async function handle(request: Request): Promise<Response> {
    requireRequest(request)
    const { mounted, path, query, host, encrypted } = targetOf(request.url, mountPath)
    const headers = headersOf(request.headers)
    const baseUrl = baseUrlFrom(headers, { encrypted, host, mountPath, trustProxy })
    const apiRequest = new FetchRequest(request, {
      path: mounted ? path : OUTSIDE,
      query,
      baseUrl,
      headers,
    })
    const answer = await api(apiRequest)
    const rest = apiRequest.restOfBody(linger)
    // HTTP/2 requests have no Host, and their connection stays open.
    const isLast = rest !== undefined && 'host' in headers && !(await rest.hasCome())
    return responseOf(answer, isLast ? rest : undefined, () => ({
      signal: apiRequest.signal,
      stallTimeout,
      minimumDownloadRate,
      onError(error) {
        const requestId = answer.headers['x-request-id'] ?? ''
        onError(error, { requestId, method: request.method, path, raw: request })
      },
    }))
  }

  return Object.assign(handle, {
    handles(request: Request | URL): boolean {
      const { mounted, path } = targetOf(urlOf(request), mountPath)
      return mounted && api.handles(path)
    },
  })
}

function urlOf(request: Request | URL): string {
  if ('href' in Object(request)) return (request as URL).href
  requireRequest(request)
  return request.url
}

/** A framework that got the factory in place of its handler calls the factory with a request. */
function assertCalled(store: unknown): void {
  if (!isRequest(store)) return
  const message =
    'createFetchHandler was passed as a handler itself. Call it: createFetchHandler(store).'
  throw invalidArgument('store', message)
}
