import { describeContract } from '@stowage/testing'
import { adapterSetup, compressedDownloadCases, ROWS } from '@stowage/testing/http'
import Koa from 'koa'
import compress from 'koa-compress'
import { describe, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

/** Koa's own routes come after the handler, or within it: then the answer does not pass Koa. */
const setup = adapterSetup(async (store, options) => {
  const handler = createNodeHandler(store, { ...options, path: '/media' })
  const app = new Koa()
  app.use(compress())
  app.use(async (ctx) => {
    if (ctx.path === '/rows') {
      ctx.type = 'text/csv'
      ctx.body = ROWS
      return
    }
    ctx.respond = false
    handler(ctx.req, ctx.res)
  })
  const { origin, close } = await serve(app.callback())
  return { baseUrl: `${origin}/media`, close }
})

describeContract('Koa with koa-compress', compressedDownloadCases, setup, { describe, it })
