// Run as a separate process: node server.mjs <adapter> <directory>. Serves the store in that directory through one
// adapter. Over IPC it sends its port, and answers every message with the CPU time that it has used so far, in
// microseconds.
import { createServer } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { openAssetStore } from '@stowage/core'
import { createExpressHandler } from '@stowage/express'
import { createFastifyPlugin } from '@stowage/fastify'
import { createFetchHandler } from '@stowage/fetch'
import { createNodeHandler } from '@stowage/node'
import express5 from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { Hono } from 'hono'

const [adapter, directory] = process.argv.slice(2)
const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })

const SERVERS = {
  bare: () =>
    createServer(
      { requestTimeout: 0, headersTimeout: 60_000 },
      createNodeHandler(store, { path: '/media' }),
    ),
  express: () =>
    createServer(
      { requestTimeout: 0, headersTimeout: 60_000 },
      express5().use('/media', createNodeHandler(store)),
    ),
  express5: () => createServer({ requestTimeout: 0, headersTimeout: 60_000 }, expressApp(express5)),
  express4: () => createServer({ requestTimeout: 0, headersTimeout: 60_000 }, expressApp(express4)),
  async fastify5() {
    const app = fastify().register(createFastifyPlugin(store), { prefix: '/media' })
    await app.ready()
    return app.server
  },
  hono() {
    const media = createFetchHandler(store, { path: '/media' })
    const app = new Hono().all('/media/*', (c) => media(c.req.raw))
    const serverOptions = { requestTimeout: 0, headersTimeout: 60_000 }
    return createAdaptorServer({ fetch: app.fetch, serverOptions })
  },
}

const server = await SERVERS[adapter]()
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system })
})
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await store.close()
})

function expressApp(express) {
  return express().use('/media', createExpressHandler(store))
}
