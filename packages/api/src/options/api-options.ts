import type { Principal, UploadSource } from '@stowage/core'
import {
  callback,
  flag,
  group,
  integer,
  type OptionChecks,
  oneOf,
  text,
} from '@stowage/core/internal'
import type { AcceleratorOptions } from '../delivery/accelerator.ts'
import { deliveryOption } from '../delivery/delivery-option.ts'
import type { RedirectOptions } from '../delivery/redirect.ts'
import { SIGNED_FILES, type SignedFilesOptions } from '../delivery/signed-files-option.ts'
import { type CorsOptions, corsOption } from '../http/headers/cors-option.ts'
import { absoluteUrl } from '../http/urls/base-url.ts'
import { API_LIMITS, type ApiLimits } from '../message/limits.ts'
import type { ApiRequest } from '../message/request.ts'
import { externalIdUrlsOption } from './external-id-urls.ts'
import { type Logger, loggerOption } from './logger-option.ts'
import { type Page, pageOption } from './page-option.ts'
import type { Authorize, Scope } from './rights-options.ts'

/** Which request an error belongs to. `path` has no query. */
export interface FailedRequest {
  /** The `x-request-id` of the answer; empty when there was none. */
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** The framework's own request. */
  readonly raw?: unknown
}

/** How the API answers. Every option has a default. */
export interface ApiOptions {
  /**
   * What links begin with, up to `/api/v1`, with its scheme: `https://example.com/media`. Default: where the request
   * came in.
   */
  readonly baseUrl?: string
  /**
   * Replaces API keys: returns who makes this request, or `null` for 401. The principal's tenant decides what it
   * sees. A whole number as its id becomes its decimal string. When the function throws, or returns no principal,
   * the answer is 500 and `onError` is called. A principal that comes from a cookie must have `ambient: true`.
   * Not called for requests with an upload ticket (`stt_…`).
   */
  readonly authenticate?: (request: ApiRequest) => Principal | null | Promise<Principal | null>
  /**
   * The client's address for a request without key and ticket; such callers take turns by it. Behind a proxy all of
   * them have the proxy's address: return what a header of your proxy says. Trust no header that a client can set.
   * Called for such requests only. Default, also for `null`: the address of the connection.
   *
   * @example
   * ```ts
   * import type { ApiOptions } from '@stowage/api'
   *
   * export const options: ApiOptions = {
   *   clientAddress: ({ headers }) => headers['x-real-ip'],
   * }
   * ```
   */
  readonly clientAddress?: (request: ApiRequest) => string | null | undefined
  /**
   * Which assets a principal's requests reach; all others do not exist for it: 404, not listed, not counted. Uploads
   * get the `createdBy` of the scope. Called once for each request that has a principal; `principal.kind` tells API
   * keys (`key`) from the app's own users (`external`). `'everything'`: all assets of the tenant. Anything else that
   * it returns or throws is 500, and `onError` is called. With `access: 'public'` files need no principal, so anyone
   * may fetch them.
   *
   * @example
   * ```ts
   * import type { ApiOptions } from '@stowage/api'
   *
   * export const options: ApiOptions = {
   *   scope: ({ kind, id }) => (kind === 'key' ? 'everything' : { createdBy: id }),
   * }
   * ```
   */
  readonly scope?: Scope
  /**
   * Decides whether a principal may do this to an asset, after its permissions and within its `scope`. Called for each
   * asset that a request names or changes. For lists and uploads it is called with `sign`: about `content` and
   * `download` of each asset shown. Unless both are allowed, that asset gets no signed URLs. For a repeated upload it
   * is also called with `get`, about the assets that would answer it. A bulk request is refused as a whole: with 403
   * for forbidden assets, otherwise with 404 for unknown ones. When it throws, or returns anything but an
   * `Authorization`, the answer is 500 and `onError` is called. The asset is the record just before the action. It
   * cannot be called for a purged asset: deleting one again is 204 for 24 hours, for any principal whose `scope` had
   * it.
   */
  readonly authorize?: Authorize
  /** Named in `WWW-Authenticate`. Default `media assets`. */
  readonly realm?: string
  /** `key`: files need a key like every route. `public`: anyone with a file's URL may fetch it. Default `key`. */
  readonly access?: 'key' | 'public'
  /**
   * Seconds that caches may keep `public` files without asking again, at URLs that name the bytes: those of
   * `publicFileUrl` (`c`). Default: they ask every time, as they do at all other URLs.
   */
  readonly filesMaxAgeSeconds?: number
  /**
   * Which caches may keep files of signed URLs that name their bytes (`c`) until they expire. Default: only the
   * browser's.
   */
  readonly signedFiles?: SignedFilesOptions
  /** `Cross-Origin-Resource-Policy` of files. Default `same-site`. */
  readonly crossOriginResourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin'
  /**
   * Which server sends the bytes of files, after our checks. Default: this one.
   *
   * `accel`: a web server in front of the app, for stores in a folder. Clients must then reach the app only
   * through that server.
   *
   * `redirect`: answers pictures, audio, video, PDF and downloads of plain text with 302 to a URL of the blob
   * store, where it has any (`@stowage/s3`). That URL needs no key until it expires. All other files need headers
   * that such a URL cannot have, so they come from here.
   */
  readonly delivery?: AcceleratorOptions | { readonly redirect: RedirectOptions }
  /** Serves `openapi.json` without a key. Default `false`: it needs one. */
  readonly publicDescription?: boolean
  /** Which web pages of other origins may call the API. Default: none. */
  readonly cors?: CorsOptions
  /**
   * Whether an upload form may have a text field `redirect_to`: a path of the same origin, answered with 303 in place
   * of 201. For forms that post without script. Errors stay JSON. Default `false`: the field is ignored.
   */
  readonly redirectTo?: boolean
  /**
   * Makes the source that `POST /assets/from-url` uploads, for callers with the permission `write`:
   * `(url) => fromUrl(url, rules)` with `fromUrl` of `@stowage/from-url`, whose rules say what may be fetched. Default:
   * there is no such route.
   */
  readonly fromUrl?: (url: string) => UploadSource
  /**
   * Whether `GET /assets/{id}` and file URLs take the external id of an asset, percent-encoded, in place of its own id.
   * They answer 302 to the asset's own URL, so the URLs of another system keep working. A caller who may not see the
   * asset gets the answer that its own URL would give.
   *
   * With `access: 'public'` everyone could try external ids until one leads to a file: 1, 2, 3. So `true` is refused
   * there. `'guessable'` says that anyone who guesses an external id may see the file; it is looked up in the tenant of
   * the store.
   *
   * Without `baseUrl` the redirects lead to a path of the same host. A UUID that is the id of an asset, even one in the
   * trash, never leads to another asset. Default `false`.
   */
  readonly externalIdUrls?: boolean | 'guessable'
  /** Files for browsers that are served next to `/api/v1`: `page: gallery()`. Default: none. */
  readonly page?: Page
  /** What one request may cost. Each has a default; only `concurrentUploadsPerKey` can be unlimited. */
  readonly limits?: Partial<ApiLimits>
  /**
   * Gets the cause of an answer of 500 or above; may be async. A used-up quota (507) and an unknown transfer coding
   * (501) are refusals, and do not call it. Default: a process warning with the error's id, method, path and code in
   * one line, then its stack and causes; with a `logger`, the line of the request has the cause, and there is no
   * warning. When the hook itself fails, that is a warning too.
   */
  readonly onError?: (error: unknown, request: FailedRequest) => void
  /**
   * Gets one line for each request, when its answer is sent or cut off: an object with `requestId`, `method`, `route`
   * (the pattern), `status`, `durationMs`, `bytes` and `tenant`, then a message. From status 500 on also `err`, the
   * cause. Never paths, queries, headers or file names. Takes pino and whatever has its form. Default: no lines.
   */
  readonly logger?: Logger
  /**
   * Whether answers say in `Server-Timing` what they waited for, in milliseconds until the answer begins: `auth` (whose
   * key it is), `db` (records), `read` (opening the file), `analysis`, `variant` and `total`. Parts may overlap. For
   * development: durations tell strangers what a cache holds. Default `false`.
   */
  readonly serverTiming?: boolean
}

/** What each option must be, also for the factories that hand these options on. */
export const API_OPTIONS: OptionChecks<ApiOptions> = {
  baseUrl: absoluteUrl,
  authenticate: callback,
  clientAddress: callback,
  scope: callback,
  authorize: callback,
  realm: text,
  access: oneOf('key', 'public'),
  filesMaxAgeSeconds: integer(0),
  signedFiles: group<SignedFilesOptions>(SIGNED_FILES),
  crossOriginResourcePolicy: oneOf('same-origin', 'same-site', 'cross-origin'),
  delivery: deliveryOption,
  publicDescription: flag,
  cors: corsOption,
  redirectTo: flag,
  fromUrl: callback,
  externalIdUrls: externalIdUrlsOption,
  page: pageOption,
  limits: group<Partial<ApiLimits>>(API_LIMITS),
  onError: callback,
  logger: loggerOption,
  serverTiming: flag,
}
