import { once } from 'node:events'
import { createServer } from 'node:http'
import { createExpressHandler } from '@stowage/express'
import { createFastifyPlugin } from '@stowage/fastify'
import { createNodeHandler } from '@stowage/node'
import express5 from 'express'
import express4 from 'express4'
import fastify from 'fastify'

/**
 * Every adapter, by name. Each serves the store below `/media` and the HTML `page` at `/page` of one app,
 * on a port of its own, and resolves to its origin and what closes it.
 */
export const ADAPTERS = {
  'node:http': (store, page) => {
    const handler = createNodeHandler(store, { path: '/media' })
    return listen((req, res) =>
      handler(req, res, () => res.setHeader('content-type', 'text/html').end(page)),
    )
  },
  'Express 5': (store, page) => listen(expressApp(express5, store, page)),
  'Express 4': (store, page) => listen(expressApp(express4, store, page)),
  'Fastify 5': async (store, page) => {
    const app = fastify()
    app.register(createFastifyPlugin(store), { prefix: '/media' })
    app.get('/page', (_request, reply) => reply.type('text/html').send(page))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return { origin, close: () => app.close() }
  },
}

function expressApp(express, store, page) {
  return express()
    .use('/media', createExpressHandler(store))
    .get('/page', (_req, res) => res.type('html').send(page))
}

async function listen(listener) {
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close()
      server.closeIdleConnections()
      await once(server, 'close')
    },
  }
}
