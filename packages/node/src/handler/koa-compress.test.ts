import http from 'node:http'
import { describeContract } from '@stowage/testing'
import { adapterSetup, compressedDownloadCases, ROWS } from '@stowage/testing/http'
import Koa from 'koa'
import compress from 'koa-compress'
import { describe, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

/** A Koa app that compresses what passes it, and answers `/rows` itself. */
function compressingApp(answer: Koa.Middleware): Koa {
  const app = new Koa()
  app.use(compress())
  app.use(async (ctx, next) => {
    if (ctx.path !== '/rows') return answer(ctx, next)
    ctx.type = 'text/csv'
    ctx.body = ROWS
  })
  return app
}

/** As our guide mounts it: the answer does not pass Koa. */
const mounted = adapterSetup(async (store, options) => {
  const handler = createNodeHandler(store, { ...options, path: '/media' })
  const app = compressingApp(async (ctx) => {
    ctx.respond = false
    handler(ctx.req, ctx.res)
  })
  const { origin, close } = await serve(app.callback())
  return { baseUrl: `${origin}/media`, close }
})

/** An app in front of a server of ours, whose answers it passes on. */
const inFront = adapterSetup(async (store, options) => {
  const behind = await serve(createNodeHandler(store, { ...options, path: '/media' }))
  const app = compressingApp(async (ctx) => {
    const answer = await answerTo(`${behind.origin}${ctx.url}`, ctx.req)
    ctx.status = answer.statusCode ?? 502
    for (const [name, value] of Object.entries(answer.headers)) if (value) ctx.set(name, value)
    ctx.body = answer
  })
  const { origin, close } = await serve(app.callback())
  return {
    baseUrl: `${origin}/media`,
    async close() {
      await close()
      await behind.close()
    },
  }
})

function answerTo(url: string, { method, headers }: http.IncomingMessage) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(url, { method, headers, agent: false }, resolve).on('error', reject).end()
  })
}

const runner = { describe, it }
describeContract('Koa with koa-compress', compressedDownloadCases, mounted, runner)
describeContract('Koa with koa-compress in front', compressedDownloadCases, inFront, runner)
