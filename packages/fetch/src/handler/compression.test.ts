import { describeContract } from '@stowage/testing'
import { adapterSetup, compressedDownloadCases, ROWS } from '@stowage/testing/http'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { describe, it } from 'vitest'
import { serveApp } from '../testing/hono-server.ts'
import { createFetchHandler } from './create-fetch-handler.ts'

const setup = adapterSetup(async (store, options) => {
  const handler = createFetchHandler(store, { ...options, path: '/media' })
  const app = new Hono()
  app.use(compress())
  app.all('/media/*', (c) => handler(c.req.raw))
  app.get('/rows', (c) => c.body(new Uint8Array(ROWS), 200, { 'content-type': 'text/csv' }))
  const { origin, close } = await serveApp(app)
  return { baseUrl: `${origin}/media`, close }
})

describeContract('Hono with compress()', compressedDownloadCases, setup, { describe, it })
