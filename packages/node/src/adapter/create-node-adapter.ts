import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Api,
  type ApiError,
  type ApiOptions,
  type ApiRequest,
  baseUrlFrom,
  LINGER_LIMITS,
  type LingerLimits,
  normalizeMountPath,
  safeErrorHook,
} from '@stowage/api'
import {
  callback,
  check,
  checkOptions,
  flag,
  group,
  having,
  integer,
  invalidArgument,
  type OptionChecks,
  stringThat,
} from '@stowage/core/internal'
import { openConnectionsOf } from '../stop/open-connections.ts'
import { endStreams } from '../stop/stopping.ts'
import { AdapterRequest } from './adapter-request.ts'
import { Client } from './client.ts'
import { acceptBodyOf, claimExpectContinue } from './connection/expect-continue.ts'
import { framingFaultOf } from './connection/framing-fault.ts'
import { watchSessions } from './connection/http2-sessions.ts'
import { isReceived } from './connection/is-received.ts'
import { lingerAfterAnswer } from './connection/lingering-close.ts'
import { warnOfTimeouts } from './connection/server-timeouts.ts'
import type { SessionTurn } from './connection/session-turns.ts'
import { waitForTurn } from './connection/wait-for-turn.ts'
import {
  isHttp2Response,
  type NodeRequest,
  type NodeResponse,
  type NodeServer,
} from './node-messages.ts'
import { bodyOf } from './request-body.ts'
import { headersOf } from './request-headers.ts'
import { type Target, targetOf } from './target.ts'
import { writeResponse } from './write-response.ts'

/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/** What every adapter on `node:http` takes besides the options of the API. */
export interface NodeAdapterOptions {
  /** Believe `X-Forwarded-*` and `Forwarded` about scheme and host. Default `false`. */
  readonly trustProxy?: boolean
  /** Also called for answers that broke off because their bytes could not be read. Default: a process warning. */
  readonly onError?: NonNullable<ApiOptions['onError']>
  /**
   * Milliseconds in which a client must take the next 64 KiB of its answer, or what is left of it; otherwise its
   * connection (HTTP/2: the stream) is closed, as by `send_timeout` of nginx. What the client sends meanwhile does not
   * count. Default 60,000; 1 to 2,147,483,647.
   */
  readonly stallTimeout?: number
  /**
   * Bytes per second that a client must take of its answer on average, over every `stallTimeout` of waiting for it.
   * Default 1024; from 1.
   */
  readonly minimumDownloadRate?: number
  /** How long a refused upload is still read and discarded. */
  readonly linger?: LingerLimits
}

/** What each option must be, also for the factories that hand these options on. */
export const NODE_ADAPTER_OPTIONS: OptionChecks<NodeAdapterOptions> = {
  trustProxy: flag,
  onError: callback,
  stallTimeout: integer(1, MAX_TIMER),
  minimumDownloadRate: integer(1),
  linger: group<LingerLimits>(LINGER_LIMITS),
}

const isApi = check(
  'an api, such as createApi(store)',
  (value) => typeof value === 'function' && 'handles' in value,
)
const isServer = having('a server, such as http.createServer(handler)', 'on', 'removeListener')

/** An app of Express or Connect is a function, not a server. */
function assertServer(server: unknown): void {
  if (typeof server === 'function') {
    const remedy = 'Pass what app.listen() returned, or http.createServer(app).'
    throw invalidArgument('server', `server must be a server, not an app. ${remedy}`)
  }
  isServer(server, 'server')
}

/** Where an adapter is mounted, for one request or for a server. */
export interface Mount {
  /** Path below what Connect or Express routed; their mount path is found without it. Default: none. */
  readonly path?: string
}

/** A framework's own path may hold patterns, so any string will do. */
const isMount = group<Mount>(
  { path: stringThat('a path, such as /media', () => true) },
  "{ path: '/media' }",
)

/** What a framework knows of a request that it routed here. */
export interface RoutedRequest extends Mount {
  /**
   * Called at once, instead of answering, for requests outside the mount's `/api/v1` and the page. Default: they get
   * 404.
   */
  readonly next?: (() => void) | undefined
  /**
   * How the client reached the app, where the framework decides which proxies to believe. Without a `host`, the
   * request's counts. Default: see `trustProxy`.
   */
  readonly origin?: { readonly encrypted: boolean; readonly host?: string | undefined }
  /** Address of the client, where the framework decides which proxies to believe. Default: that of the connection. */
  readonly clientAddress?: () => string | undefined
  /** Used as `X-Request-Id` when the client sent none. */
  readonly requestId?: string
  /** The framework's own request, for `authenticate` and `onError`. Default: Node's. */
  readonly raw?: unknown
  /**
   * Why the framework would not pass the body on. It is the answer once the body would be read, after key and
   * permission.
   */
  readonly refusal?: ApiError
}

/** The base of every adapter for a framework on node:http: requests in, answers out. */
export interface NodeAdapter {
  /** Answers a request. The answer is complete, or the client gone, when it resolves; never rejects. */
  handle(req: NodeRequest, res: NodeResponse, routed?: RoutedRequest): Promise<void>
  /**
   * From now on, a client that sends `Expect: 100-continue` below the mount is asked for its body only when key,
   * permission and headers have passed. Node itself asks before it calls any handler. Returns a function that undoes
   * it.
   */
  attach(server: NodeServer, mount?: Mount): () => void
  /** Ends streams of events on the server, which begins to stop. `stopServer` does it itself. */
  endStreams(server: NodeServer): void
}

/** Connects the pure api to Node's requests and responses: HTTP/1, TLS, and HTTP/2's compatibility API. */
export function createNodeAdapter(api: Api, options: NodeAdapterOptions = {}): NodeAdapter {
  isApi(api, 'api')
  checkOptions<NodeAdapterOptions>('createNodeAdapter', options, NODE_ADAPTER_OPTIONS)
  const { trustProxy = false, linger } = options
  const { stallTimeout = 60_000, minimumDownloadRate = 1024 } = options
  const onError = safeErrorHook(options.onError)

  function requestOf(
    req: NodeRequest,
    res: NodeResponse,
    target: Target,
    { origin, clientAddress, requestId, raw = req, refusal }: RoutedRequest,
    client: Client,
  ): ApiRequest {
    const headers = headersOf(req)
    if (requestId !== undefined) headers['x-request-id'] ??= requestId
    const { body, parsedJson, lost } = bodyOf(req, headers)
    const refused = refusal ?? lost
    const facts = {
      method: req.method ?? 'GET',
      path: target.mounted ? target.path : OUTSIDE,
      query: target.query,
      baseUrl: baseUrlFrom(headers, {
        encrypted:
          origin?.encrypted ?? ('encrypted' in req.socket && req.socket.encrypted === true),
        host: origin?.host ?? target.host ?? '',
        mountPath: target.mountPath,
        trustProxy: trustProxy && origin === undefined,
      }),
      headers,
      body,
      parsedJson,
      framingFault: framingFaultOf(req, headers),
      acceptBody: refused ? refusing(refused) : acceptBodyOf(req, res),
      raw,
    }
    return new AdapterRequest(facts, client, clientAddress)
  }

  async function answer(
    request: ApiRequest,
    req: NodeRequest,
    res: NodeResponse,
    client: Client,
    turn: SessionTurn,
  ): Promise<void> {
    const { method, path, raw } = request
    const response = await api(request)
    const isFaulty = request.framingFault !== undefined
    // Nothing may be taken from the wire within the parser.
    if (isFaulty) await nextTurn()
    const refused = request.body !== null && !(await isReceived(req))
    const close = isFaulty || (refused && !isHttp2Response(res))
    if (close) lingerAfterAnswer(req.socket, linger)
    await writeResponse(response, res, {
      client,
      stallTimeout,
      minimumDownloadRate,
      close,
      onTaken: turn.taken,
      onBodyError: (error) =>
        onError(error, { requestId: response.headers['x-request-id'] ?? '', method, path, raw }),
    })
    if (refused && isHttp2Response(res)) res.stream.close()
  }

  return {
    async handle(req, res, routed = {}) {
      const target = targetOf(req, normalizeMountPath(routed.path ?? ''))
      if (routed.next !== undefined && !(target.mounted && api.handles(target.path))) {
        routed.next()
        return
      }
      warnOfTimeouts(req)
      const turn = await waitForTurn(req, res)
      const client = new Client(req, res)
      try {
        if (!client.isGone) {
          await answer(requestOf(req, res, target, routed, client), req, res, client, turn)
        }
      } catch (error) {
        res.destroy()
        const { method = 'GET' } = req
        onError(error, { requestId: '', method, path: target.path, raw: routed.raw ?? req })
      }
    },
    endStreams,
    attach(server, mount = {}) {
      assertServer(server)
      isMount(mount, 'mount')
      watchSessions(server)
      openConnectionsOf(server)
      const path = normalizeMountPath(mount.path ?? '')
      return claimExpectContinue(server, (req) => {
        const target = targetOf(req, path)
        return target.mounted && api.handles(target.path)
      })
    },
  }
}

/** A path that neither an api nor a page handles, for requests outside the mount: `/api/v1` there is not ours. */
const OUTSIDE = '*'

function refusing(refusal: ApiError): () => never {
  return () => {
    throw refusal
  }
}
