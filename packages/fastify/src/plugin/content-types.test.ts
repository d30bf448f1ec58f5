import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { CLOSE_AT_ONCE, type Serving, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

let serving: Serving

afterEach(() => serving.dispose())

/** Routes of the app's own, which must work beside ours. */
function withOwnRoutes(app: FastifyInstance): FastifyInstance {
  app.post('/json', async (request) => request.body)
  app.post('/form', async (request) => {
    const file = await request.file()
    return `${file?.filename} ${(await file?.toBuffer())?.length}`
  })
  return app
}

function form(): FormData {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  return body
}

async function expectUploads(path = '/media'): Promise<void> {
  const headers = { authorization: `Bearer ${serving.key}` }
  const url = `${serving.origin}${path}/api/v1/assets`
  const response = await fetch(url, { method: 'POST', headers, body: form() })
  expect([response.status, await response.text()]).toEqual([201, expect.stringContaining('a.txt')])
  const json = JSON.stringify({
    asset_ids: (await serving.store.list()).assets.map(({ id }) => id),
  })
  const type = { 'content-type': 'application/json' }
  const trash = { method: 'POST', headers: { ...headers, ...type }, body: json }
  expect((await fetch(`${url}/bulk-trash`, trash)).status).toBe(204)
}

describe("stowage, beside the app's own content types", () => {
  it('works with @fastify/multipart, which goes on working', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(multipart)
      app.register(createFastifyPlugin(store), { prefix: '/media' })
      app.after(() => withOwnRoutes(app))
    })
    await expectUploads()
    const own = await fetch(`${serving.origin}/form`, { method: 'POST', body: form() })
    expect(await own.text()).toBe('a.txt 5')
  })

  it('works where @fastify/multipart attaches every form to the body', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(multipart, { attachFieldsToBody: true })
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    await expectUploads()
  })

  it('works where the app reads every body of any type', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    await expectUploads()
  })

  it("leaves the app's own types as they were", async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
      withOwnRoutes(app)
    })
    const post = (type: string) =>
      fetch(`${serving.origin}/json`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"a":1}',
      })
    expect(await (await post('application/json')).json()).toEqual({ a: 1 })
    expect((await post('application/octet-stream')).status).toBe(415)
  })

  it('says what to move when a hook of the app has read the body', async () => {
    serving = await serve(fastify({ ...CLOSE_AT_ONCE, logger: false }), (app, { store }) => {
      app.addHook('onRequest', async (request) => {
        for await (const _ of request.raw);
      })
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const response = await fetch(`${serving.origin}/media/api/v1/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serving.key}` },
      body: form(),
    })
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('before that middleware'),
    ])
  })
})
