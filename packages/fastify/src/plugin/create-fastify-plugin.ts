import {
  API_OPTIONS,
  type ApiError,
  type ApiOptions,
  apiError,
  createApi,
  type FailedRequest,
} from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { checkOptions, invalidArgument, pickOptions } from '@stowage/core/internal'
import {
  createNodeAdapter,
  NODE_ADAPTER_OPTIONS,
  type NodeAdapter,
  type NodeAdapterOptions,
} from '@stowage/node'
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { FASTIFY_PLUGIN_OPTIONS, type StowageFastifyOptions } from './options.ts'

/**
 * Mounts a store in a Fastify app: `app.register(createFastifyPlugin(store), { prefix: '/media' })`. Encapsulated: what
 * it changes about content types holds for its own routes only. Fastify's hooks run for them up to the handler, and
 * headers set by then are kept; `onSend` does not run, because the answer does not pass it.
 *
 * The app itself closes the store: `app.addHook('onClose', () => store.close())`. Throws `invalid_argument`, whose
 * `context.argument` names what is wrong: the store, or an option.
 */
export function createFastifyPlugin(
  store: AssetStore,
  options: StowageFastifyOptions = {},
): FastifyPluginAsync {
  // With a prefix, the checks of options would blame the prefix.
  if (isFastify(store)) {
    throw invalidArgument(
      'store',
      'createFastifyPlugin was registered itself. Call it: app.register(createFastifyPlugin(store, options)).',
    )
  }
  checkOptions<StowageFastifyOptions>('createFastifyPlugin', options, FASTIFY_PLUGIN_OPTIONS)
  const { authenticate, onError = log, ...others } = options
  const api = createApi(store, {
    ...pickOptions<ApiOptions>(others, API_OPTIONS),
    onError,
    ...(authenticate && { authenticate: ({ raw }) => authenticate(raw as FastifyRequest) }),
  })
  const adapter = createNodeAdapter(api, {
    ...pickOptions<NodeAdapterOptions>(others, NODE_ADAPTER_OPTIONS),
    onError,
  })
  async function plugin(app: FastifyInstance, registered: object): Promise<void> {
    assertNotMisplaced(registered)
    mount(app, adapter, options.page?.paths ?? [])
  }
  return Object.assign(plugin, {
    [Symbol.for('fastify.display-name')]: '@stowage/fastify',
    [Symbol.for('plugin-meta')]: { name: '@stowage/fastify', fastify: '5.x' },
  })
}

/** Whether the store is what Fastify gives to a plugin: then `app.register` got the factory in place of its plugin. */
function isFastify(store: unknown): boolean {
  const { register, addHook } = Object(store) as Readonly<Record<string, unknown>>
  return typeof register === 'function' && typeof addHook === 'function'
}

/**
 * Options next to the prefix have no effect. An app that gave `authenticate` there would believe that it is in force.
 */
function assertNotMisplaced(registered: object): void {
  const name = Object.keys(registered).find((each) => Object.hasOwn(FASTIFY_PLUGIN_OPTIONS, each))
  if (name === undefined) return
  const remedy = `Pass it to the plugin: createFastifyPlugin(store, { ${name} }).`
  throw invalidArgument(name, `${name} has no effect among the options of app.register. ${remedy}`)
}

function mount(app: FastifyInstance, adapter: NodeAdapter, pagePaths: readonly string[]): void {
  const depth = app.prefix.replace(/\/$/, '').split('/').length

  function answer(request: FastifyRequest, reply: FastifyReply, refusal?: ApiError): void {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    void adapter.handle(request.raw, reply.raw, {
      path: mountPathOf(request.url, depth),
      origin: { encrypted: request.protocol === 'https', host: forwardedHostOf(request) },
      clientAddress: () => request.ip,
      requestId: request.id,
      raw: request,
      ...(refusal && { refusal }),
    })
  }

  // The body stays in the request's stream: the api reads it when key and headers have passed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  // What Fastify refuses before a handler is called; hooks of the app have not seen such a request.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      answer(request, reply, apiError('unsupported_media_type', error.message))
    } else if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') {
      answer(request, reply)
    } else {
      throw error
    }
  })
  app.register(
    async (routes) => {
      routes.all('/', (request, reply) => answer(request, reply))
      routes.all('/*', (request, reply) => answer(request, reply))
      // Fastify routes only registered methods: PROPFIND, QUERY and others come here.
      routes.setNotFoundHandler((request, reply) => answer(request, reply))
    },
    { prefix: '/api/v1' },
  )
  mountPage(app, pagePaths, (request, reply) => answer(request, reply))
  const detach = adapter.attach(app.server, { path: app.prefix })
  app.addHook('preClose', async () => adapter.endStreams(app.server))
  app.addHook('onClose', async () => detach())
}

/** Routes the path of a folder with and without its slash, also in apps that ignore the slash. */
function mountPage(
  app: FastifyInstance,
  paths: readonly string[],
  answer: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  for (const path of paths) {
    if (path.endsWith('/') && path !== '/') {
      app.register(async (folder) => void folder.all('/', answer), { prefix: path.slice(0, -1) })
    } else if (!paths.includes(`${path}/`)) {
      app.all(path, answer)
    }
  }
}

const ORIGIN = /^https?:\/\/[^/]*/i

/**
 * The part of the URL that matched the prefix, as the client wrote it: with values of parameters, encoded letters or
 * another case.
 */
function mountPathOf(url: string, depth: number): string {
  const [path = ''] = url.replace(ORIGIN, '').split('?', 1)
  return path.split('/', depth).join('/')
}

/**
 * The host that a trusted proxy names. Otherwise the adapter takes the request's own, where an absolute target goes
 * before `Host`.
 */
function forwardedHostOf({ host, headers }: FastifyRequest): string | undefined {
  return host === (headers.host ?? headers[':authority']) ? undefined : host
}

function log(error: unknown, { raw, requestId }: FailedRequest): void {
  const request = raw as FastifyRequest
  request.log.error({ err: error, requestId }, 'the media assets could not answer a request')
}
