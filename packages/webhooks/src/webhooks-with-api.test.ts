import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiFixture } from '@stowage/testing/internal'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, it } from 'vitest'
import { webhooks } from './webhooks.ts'

const SIGNING = { secrets: ['s'.repeat(32)] }
const BASE_URL = 'https://example.com/media'

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A receiver on 127.0.0.1 that keeps what it gets, and a store that may call it. */
async function start(
  answer: (response: ServerResponse, count: number) => void,
  baseUrl: string | null = BASE_URL,
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers as Record<string, string>, body })
    answer(response, received.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  const rules = { allowHttp: true, allowedNetworks: ['127.0.0.1'], ports: [port] }
  const { store } = await createApiFixture(baseUrl === null ? {} : { baseUrl }, {
    signing: SIGNING,
    webhooks: webhooks(rules),
  })
  closing.push(() => store.close())
  return { store, received, url: `http://127.0.0.1:${port}/hook` }
}

it('tells a receiver of an upload, signed, with URLs of the base URL', async () => {
  const { store, received, url } = await start((response) => response.end())
  const { webhook, secret } = await store.webhooks.create({ url })
  const { id } = await store.upload(Buffer.from('hello'), { name: 'Größe.txt' })
  await expect.poll(() => received.length).toBe(1)
  const [{ headers, body } = {} as Received] = received
  const message = new Webhook(secret).verify(body, headers) as Record<string, never>
  const { events } = await store.events.since(null)
  expect(headers['webhook-id']).toBe(events.at(-1)?.id)
  expect(message).toMatchObject({ type: 'asset.created', data: { asset_id: id } })
  expect(JSON.stringify(message)).toContain(`${BASE_URL}/api/v1/files/`)
  await expect
    .poll(async () => (await store.webhooks.deliveries(webhook.id)).deliveries)
    .toMatchObject([{ state: 'done', attempts: 1, status: 200, assetId: id }])
})

it('keeps the id and says the status when a receiver resets or answers 500', async () => {
  const { store, received, url } = await start((response, count) => {
    if (count === 1) response.socket?.resetAndDestroy()
    else response.writeHead(500).end('kaputt')
  })
  const { webhook } = await store.webhooks.create({ url })
  await store.upload(Buffer.from('1'), { name: '1.txt' })
  const shown = async () => (await store.webhooks.deliveries(webhook.id)).deliveries[0]
  await expect.poll(async () => (await shown())?.attempts).toBe(1)
  expect(await shown()).toMatchObject({
    state: 'waiting',
    status: null,
    answer: expect.stringMatching(/^unreachable: /),
  })
  await store.webhooks.retry(webhook.id, (await shown())?.id ?? '')
  await expect.poll(async () => (await shown())?.status).toBe(500)
  expect(await shown()).toMatchObject({ attempts: 1, answer: 'kaputt', state: 'waiting' })
  expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
})

it('refuses a URL that its rules forbid, and sends nothing without a base URL', async () => {
  const { store, received, url } = await start((response) => response.end(), null)
  await expect(store.webhooks.create({ url: 'https://user@example.com/' })).rejects.toMatchObject({
    code: 'url_refused',
    context: { reason: 'credentials' },
  })
  const { webhook } = await store.webhooks.create({ url })
  await store.upload(Buffer.from('1'), { name: '1.txt' })
  expect(await store.webhooks.ping(webhook.id)).toEqual({ status: 200, text: '', retryAfter: null })
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['ping'])
})
