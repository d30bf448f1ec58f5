import type { Express, RequestHandler } from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Serving, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

let serving: Serving
const onError = vi.fn()

afterEach(async () => {
  onError.mockClear()
  await serving.dispose()
})

async function serveBehind(app: Express, ...parsers: RequestHandler[]): Promise<string> {
  serving = await serve(app.use(...parsers), (app, { store }) => {
    app.use('/media', createExpressHandler(store, { onError: (error) => onError(error) }))
  })
  return `${serving.origin}/media/api/v1/assets`
}

function form(): FormData {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  return body
}

/** Does with a form what multer, formidable or express-fileupload do. */
const readsForms: RequestHandler = async (req, _res, next) => {
  for await (const _ of req);
  req.body = {}
  next()
}

describe.each(VERSIONS)('createExpressHandler in %s, behind a body parser', (_, express) => {
  function headers(type?: string): Record<string, string> {
    return { authorization: `Bearer ${serving.key}`, ...(type && { 'content-type': type }) }
  }

  it.each([
    ['express.json()', express.json()],
    ['express.json() for every type', express.json({ type: '*/*' })],
    ['express.text()', express.text({ type: '*/*' })],
    ['express.raw()', express.raw({ type: '*/*' })],
  ])('takes JSON that %s has read', async (_, parser) => {
    const url = await serveBehind(express(), parser)
    const { id } = await serving.store.upload(Buffer.from('hello'), { name: 'ä.txt' })
    for (const type of ['application/json', 'application/vnd.api+json; charset=utf-8']) {
      const name = `Grüße ${type.length}`
      const body = JSON.stringify({ data: { type: 'assets', id, attributes: { name } } })
      const response = await fetch(`${url}/${id}`, {
        method: 'PATCH',
        headers: headers(type),
        body,
      })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(name)])
    }
  })

  it('takes forms that express.json() and express.urlencoded() have left alone', async () => {
    const url = await serveBehind(express(), express.json(), express.urlencoded())
    expect((await fetch(url, { method: 'POST', headers: headers(), body: form() })).status).toBe(
      201,
    )
  })

  it('takes a form that express.raw() has read', async () => {
    const url = await serveBehind(express(), express.raw({ type: '*/*' }))
    const response = await fetch(url, { method: 'POST', headers: headers(), body: form() })
    expect([response.status, await response.text()]).toEqual([
      201,
      expect.stringContaining('a.txt'),
    ])
  })

  it('refuses a form that express.text() has read, and names it', async () => {
    const url = await serveBehind(express(), express.text({ type: '*/*' }))
    const body = new FormData()
    body.set('file', new File([Buffer.from([0xff, 0xd8, 0xff, 0x00])], 'a.jpg'))
    const response = await fetch(url, { method: 'POST', headers: headers(), body })
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('express.text()'),
    ])
    expect((await serving.store.list()).total).toBe(0)
  })

  it('looks at what express.json() has read only behind the key, however deep it is', async () => {
    const url = await serveBehind(express(), express.json({ limit: '1mb' }))
    const body = '['.repeat(45_000) + ']'.repeat(45_000)
    const send = (authorization: string) => {
      const type = { 'content-type': 'application/json', authorization }
      return fetch(`${url}/bulk-trash`, { method: 'POST', headers: type, body })
    }
    expect((await send('Bearer stw_wrong')).status).toBe(401)
    const refused = await send(headers().authorization ?? '')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('invalid_body'),
    ])
    expect(onError).not.toHaveBeenCalled()
  })

  it('says which middleware to move when a form is gone', async () => {
    const url = await serveBehind(express(), readsForms)
    const response = await fetch(url, { method: 'POST', headers: headers(), body: form() })
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('Mount them before that middleware'),
    ])
    expect(onError).toHaveBeenCalledTimes(1)
    expect((await serving.store.list()).total).toBe(0)
  })

  it('says so only to those who may upload', async () => {
    const url = await serveBehind(express(), readsForms)
    expect((await fetch(url, { method: 'POST', body: form() })).status).toBe(401)
    expect(onError).not.toHaveBeenCalled()
  })

  it('says the same while something else still reads', async () => {
    const url = await serveBehind(express(), (req, _res, next) =>
      next(void req.on('data', () => {})),
    )
    const response = await fetch(url, { method: 'POST', headers: headers(), body: form() })
    expect(response.status).toBe(500)
  })
})
