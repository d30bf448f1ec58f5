import { type ApiError, apiError, createApi, type FailedRequest } from '@stowage/api'
import { openAssetStore } from '@stowage/core'
import { createNodeAdapter } from '@stowage/node'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { StowageOptions } from './options.ts'

/**
 * Mounts a store in a Fastify app: `app.register(stowage, { store, prefix: '/media' })`. Encapsulated: what
 * it changes about content types holds for its own routes only. Fastify's hooks run for them up to the
 * handler, and headers set by then are kept; `onSend` does not run, for the answer does not pass it.
 */
export const stowage: FastifyPluginAsync<StowageOptions> = Object.assign(plugin, {
  [Symbol.for('fastify.display-name')]: '@stowage/fastify',
  [Symbol.for('plugin-meta')]: { name: '@stowage/fastify', fastify: '5.x' },
})

async function plugin(
  ...[app, options]: Parameters<FastifyPluginAsync<StowageOptions>>
): Promise<void> {
  const { directory, authenticate, onError = log, ...others } = options
  const store = options.store ?? (await openAssetStore({ directory: options.directory }))
  if (directory !== undefined) app.addHook('onClose', () => store.close())

  const api = createApi(store, {
    ...others,
    onError,
    ...(authenticate && { authenticate: ({ raw }) => authenticate(raw as FastifyRequest) }),
  })
  const edge = createNodeAdapter(api, { ...others, onError })
  const depth = app.prefix.replace(/\/$/, '').split('/').length

  function answer(request: FastifyRequest, reply: FastifyReply, refusal?: ApiError): void {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    void edge.handle(request.raw, reply.raw, {
      path: mountPathOf(request.url, depth),
      origin: { encrypted: request.protocol === 'https', host: forwardedHostOf(request) },
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
      // Fastify routes only the methods that it was told of: PROPFIND, QUERY and their like come here.
      routes.setNotFoundHandler((request, reply) => answer(request, reply))
    },
    { prefix: '/api/v1' },
  )
  const detach = edge.attach(app.server, { path: app.prefix })
  app.addHook('onClose', async () => detach())
}

const ORIGIN = /^https?:\/\/[^/]*/i

/** What of the URL matched the prefix, as the client wrote it: values of parameters, letters encoded or in another case. */
function mountPathOf(url: string, depth: number): string {
  return url.replace(ORIGIN, '').split('/', depth).join('/')
}

/** The host that a trusted proxy names. Else it is the request's own, where an absolute target goes before `Host`. */
function forwardedHostOf({ host, headers }: FastifyRequest): string | undefined {
  return host === (headers.host ?? headers[':authority']) ? undefined : host
}

function log(error: unknown, { raw, requestId }: FailedRequest): void {
  const request = raw as FastifyRequest
  request.log.error({ err: error, requestId }, 'the media assets could not answer a request')
}
