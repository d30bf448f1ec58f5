import { Readable } from 'node:stream'
import { StowageError } from '@stowage/core'
import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@stowage/core/types'
import { createApiFixture } from '@stowage/testing/internal'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiOptions } from '../options/api-options.ts'

const OK: WebhookAnswer = { status: 200, text: 'thanks', retryAfter: null }
const DOWN: WebhookAnswer = { status: 503, text: 'down', retryAfter: null }
const NOBODY = '018f0000-0000-7000-8000-000000000000'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A service that sends webhooks to a receiver of the test. */
async function service(answer: () => WebhookAnswer | Promise<WebhookAnswer> = () => OK) {
  const messages: WebhookMessage[] = []
  const sender: WebhookSender = {
    assertUrl(url) {
      if (url.startsWith('https:')) return
      throw new StowageError('url_refused', 'Not https.', { context: { reason: 'scheme' } })
    },
    async send(message, { signal }) {
      signal.throwIfAborted()
      messages.push(message)
      return answer()
    },
  }
  const options: ApiOptions = { baseUrl: 'https://media.example' }
  const ports = { webhooks: sender, signing: { secrets: ['s'.repeat(32)] } }
  const { store, send } = await createApiFixture(options, ports)
  closing.push(() => store.close())
  const { token } = await store.keys.create({ name: 'm', permissions: ['read', 'manage'] })
  const call = (method: string, path: string, body?: object, query = '') =>
    send(method, path, {
      query,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body:
        body === undefined
          ? null
          : Readable.from([Buffer.from(JSON.stringify(body))], { objectMode: false }),
    })
  const create = async (attributes: object = {}) => {
    const given = { url: 'https://hooks.example/media', ...attributes }
    const answer = await call('POST', '/webhooks', {
      data: { type: 'webhooks', attributes: given },
    })
    expect(answer.status, answer.text).toBe(201)
    return JSON.parse(answer.text).data
  }
  return { store, messages, call, create }
}

describe('/webhooks', () => {
  it('is 404 where the store has not the option', async () => {
    const { send, store } = await createApiFixture({ baseUrl: 'https://media.example' })
    closing.push(() => store.close())
    for (const [method, path] of [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['POST', `/webhooks/${NOBODY}/deliveries/${NOBODY}/retry`],
    ] as const) {
      expect(await send(method, path)).toMatchObject({
        status: 404,
        errors: [{ code: 'route_not_found' }],
      })
    }
    const { text } = await send('GET', '/openapi.json')
    expect(text).not.toContain('/webhooks')
  })

  it('shows the secret of a new webhook once, and a new one when it is rotated', async () => {
    const { call, create, store, messages } = await service()
    const { id, attributes } = await create()
    expect(attributes).toMatchObject({ types: null, filter: null, enabled: true, state: 'enabled' })
    expect(attributes.secret).toMatch(/^whsec_/)
    const rotated = JSON.parse((await call('POST', `/webhooks/${id}/rotate`)).text).data
    expect(rotated.id).toBe(id)
    expect(rotated.attributes.secret).toMatch(/^whsec_/)
    expect(rotated.attributes.secret).not.toBe(attributes.secret)
    await call('POST', `/webhooks/${id}/ping`)
    expect(messages.at(-1)?.secrets).toEqual([rotated.attributes.secret, attributes.secret])
    const patch = { data: { type: 'webhooks', id, attributes: { enabled: false } } }
    for (const { text } of [
      await call('GET', '/webhooks'),
      await call('GET', `/webhooks/${id}`),
      await call('PATCH', `/webhooks/${id}`, patch),
      await call('GET', `/webhooks/${id}/deliveries`),
    ]) {
      expect(text).toContain('"data"')
      expect(text).not.toContain('whsec_')
    }
    expect((await store.webhooks.get(id)).state).toBe('disabled')
  })

  it('keeps a filter with the names of the API, and gives it back', async () => {
    const { call, create, store } = await service()
    const filter = {
      mime_type: ['image/png'],
      folder_id: null,
      size: { gte: 5 },
      tag: { all: ['a'], any: ['b', 'c'] },
      q: 'sea',
      metadata: { client: 'acme' },
    }
    const { id, attributes } = await create({ filter, types: ['asset.created'] })
    expect(attributes.filter).toEqual(filter)
    expect((await store.webhooks.get(id)).filter).toEqual({
      mimeType: ['image/png'],
      folderId: null,
      size: { gte: 5 },
      tags: ['a'],
      anyTag: ['b', 'c'],
      search: 'sea',
      metadata: { client: 'acme' },
    })
    const none = { data: { type: 'webhooks', id, attributes: { filter: null, types: null } } }
    const { text } = await call('PATCH', `/webhooks/${id}`, none)
    expect(JSON.parse(text).data.attributes).toMatchObject({ filter: null, types: null })
  })

  it.each([
    [{ url: 'http://hooks.example' }, 'url_refused', 'url'],
    [{ url: `https://hooks.example/${'x'.repeat(2048)}` }, 'invalid_body', 'url'],
    [{ url: 5 }, 'invalid_body', 'url'],
    [{ url: undefined }, 'invalid_body', 'url'],
    [{ types: [] }, 'invalid_body', 'types'],
    [{ types: ['asset.created', 'asset.eaten'] }, 'invalid_body', 'types'],
    [{ types: ['tenant.erased'] }, 'invalid_body', 'types'],
    [{ enabled: 'yes' }, 'invalid_body', 'enabled'],
    [{ filter: 'all' }, 'invalid_body', 'filter'],
    [{ filter: { size: { gte: -1 } } }, 'invalid_body', 'filter/size/gte'],
    [{ filter: { sha256: ['x'] } }, 'invalid_body', 'filter/sha256'],
  ])('refuses %j with its pointer', async (attributes, code, member) => {
    const { call, store } = await service()
    const given = { url: 'https://hooks.example', ...attributes }
    const body = { data: { type: 'webhooks', attributes: given } }
    expect(await call('POST', '/webhooks', body)).toMatchObject({
      status: 422,
      errors: [{ code, source: { pointer: `/data/attributes/${member}` } }],
    })
    expect((await store.webhooks.list()).webhooks).toEqual([])
  })

  it('refuses another id, another type and what it does not know', async () => {
    const { call, create } = await service()
    const { id } = await create()
    const path = `/webhooks/${id}`
    const patch = (data: object) => call('PATCH', path, { data })
    const mismatch = { status: 409, errors: [{ code: 'resource_mismatch' }] }
    expect(await patch({ type: 'webhooks', id: NOBODY, attributes: {} })).toMatchObject(mismatch)
    expect(await patch({ type: 'assets', id, attributes: {} })).toMatchObject(mismatch)
    const unknown = await patch({ type: 'webhooks', id, attributes: { secret: 'x' } })
    expect(unknown).toMatchObject({ status: 422, errors: [{ code: 'invalid_body' }] })
    const nothing = { status: 404, errors: [{ code: 'webhook_not_found' }] }
    const data = { type: 'webhooks', id: NOBODY, attributes: {} }
    expect(await call('PATCH', `/webhooks/${NOBODY}`, { data })).toMatchObject(nothing)
    expect(await call('POST', `/webhooks/${NOBODY}/ping`)).toMatchObject(nothing)
    expect(await call('POST', `/webhooks/${NOBODY}/rotate`)).toMatchObject(nothing)
  })

  it('sends a ping and answers what came of it', async () => {
    const { call, create, messages } = await service(() => DOWN)
    const { id } = await create()
    const answer = await call('POST', `/webhooks/${id}/ping`)
    expect(JSON.parse(answer.text)).toEqual({
      data: { id, type: 'webhook-pings', attributes: { status: 503, answer: 'down' } },
    })
    expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({ type: 'ping' })
  })

  it('is 429 for a fifth ping under way', async () => {
    let release = (_: WebhookAnswer): void => {}
    const held = new Promise<WebhookAnswer>((resolve) => {
      release = resolve
    })
    const { call, create, messages } = await service(() => held)
    const { id } = await create()
    const path = `/webhooks/${id}/ping`
    const pings = [1, 2, 3, 4].map(() => call('POST', path))
    await expect.poll(() => messages.length).toBe(4)
    expect(await call('POST', path)).toMatchObject({
      status: 429,
      errors: [{ code: 'too_many_requests', meta: { limit: 4 } }],
    })
    release(OK)
    for (const ping of await Promise.all(pings)) expect(ping.status).toBe(200)
  })

  it('lists what was delivered, retries it and replays events', async () => {
    const { call, create, store, messages } = await service()
    const { id } = await create({ types: ['asset.created'] })
    const { id: assetId } = await store.upload(Buffer.from('a'))
    const path = `/webhooks/${id}/deliveries`
    const list = async () =>
      JSON.parse((await call('GET', path, undefined, 'filter[state]=done')).text).data
    await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(1)
    const [{ id: deliveryId, attributes }] = await list()
    expect(attributes).toMatchObject({
      event_type: 'asset.created',
      ...{ asset_id: assetId, state: 'done', attempts: 1, status: 200, answer: 'thanks' },
    })
    expect(attributes.event_id).toBe(messages[0]?.id)
    const retried = await call('POST', `${path}/${deliveryId}/retry`)
    expect(retried).toMatchObject({ status: 200, data: { id: deliveryId } })
    await expect.poll(() => messages.length, { timeout: 60_000 }).toBe(2)
    const unknown = await call('POST', `${path}/${NOBODY}/retry`)
    expect(unknown).toMatchObject({ status: 404, errors: [{ code: 'delivery_not_found' }] })
    const replay = (since: unknown) =>
      call('POST', `/webhooks/${id}/replay`, {
        data: { type: 'webhook-replays', attributes: { since } },
      })
    expect(await replay('2020-01-01')).toMatchObject({ status: 200, data: { id } })
    await expect.poll(() => messages.length, { timeout: 60_000 }).toBe(3)
    expect(new Set(messages.map((each) => each.id)).size).toBe(1)
    expect(await replay(messages[0]?.id)).toMatchObject({ status: 200, data: { id } })
    expect(await replay(NOBODY)).toMatchObject({
      status: 410,
      errors: [{ code: 'cursor_expired' }],
    })
    for (const since of ['yesterday', '', 5, null]) {
      expect(await replay(since)).toMatchObject({
        status: 422,
        errors: [{ code: 'invalid_body', source: { pointer: '/data/attributes/since' } }],
      })
    }
  }, 60_000)

  it('describes both ids of a path that has two', async () => {
    const { call } = await service()
    const { paths } = JSON.parse((await call('GET', '/openapi.json')).text)
    const { parameters } = paths['/webhooks/{webhookId}/deliveries/{deliveryId}/retry'].post
    expect(parameters).toMatchObject([
      { name: 'webhookId', in: 'path', required: true },
      { name: 'deliveryId', in: 'path', required: true },
    ])
  })
})
