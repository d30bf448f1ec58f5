import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@stowage/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainError } from '../../exit/explain-error.ts'
import { serverWebhooks } from './server-webhooks.ts'
import type { WebhooksTarget } from './webhooks-target.ts'

const ID = '0199c0de-0000-7000-8000-000000000000'
const OTHER = '0199c0de-0000-7000-8000-000000000001'
const TIME = '2026-01-31T09:05:00.000000Z'
const WEBHOOK = {
  ...{ url: 'https://hooks.example', types: null, filter: null, enabled: true, state: 'enabled' },
  ...{ failures: 0, failing_since: null, created_at: TIME, updated_at: TIME, secret: 'whsec_x' },
}
const DELIVERY = {
  ...{ event_id: ID, event_type: 'asset.created', asset_id: null, state: 'dead', attempts: 10 },
  ...{ next_at: null, attempted_at: TIME, status: 500, answer: 'broken', created_at: TIME },
}

let server: Server
let target: WebhooksTarget
let answer: unknown
let asked: number
const { signal } = new AbortController()

beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1
    response.setHeader('content-type', 'application/vnd.api+json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  target = serverWebhooks(createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'k' }))
})
afterAll(() => void server.close())

async function all(items: AsyncIterable<unknown>) {
  const found: unknown[] = []
  for await (const each of items) found.push(each)
  return found
}

const page = (data: readonly unknown[], next: unknown = null) => ({ data, links: { next } })
const resource = (attributes: unknown, id: unknown = ID) => ({ data: { id, attributes } })

/** It ends in words of ours, and with the code of a service that cannot be reached. */
async function expectRefused(calling: Promise<unknown>): Promise<void> {
  const { message, exitCode } = explainError(await calling.catch((error: unknown) => error))
  expect([exitCode, message]).toEqual([3, expect.stringContaining('no Stowage service')])
}

describe('a service with odd answers about webhooks', () => {
  it.each([
    [{ url: 7 }],
    [{ types: 'all' }],
    [{ filter: [] }],
    [{ state: 'lost' }],
    [{ failures: -1 }],
    [{ updated_at: 'x' }],
  ])('is no service when a webhook has %j', async (changes) => {
    const odd = { ...WEBHOOK, ...changes }
    answer = page([{ id: ID, attributes: odd }])
    await expectRefused(all(target.list(signal)))
    answer = resource(odd)
    await expectRefused(target.create({ url: 'https://hooks.example' }, signal))
    await expectRefused(target.update(ID, { enabled: true }, signal))
    await expectRefused(target.replay(ID, new Date(), signal))
  })

  it.each([
    [{ event_type: 7 }],
    [{ state: 'lost' }],
    [{ asset_id: '../x' }],
    [{ status: '500' }],
    [{ answer: {} }],
    [{ answer: 'x'.repeat(70_000) }],
  ])('is no service when a delivery has %j', async (changes) => {
    const odd = { ...DELIVERY, ...changes }
    answer = page([{ id: ID, attributes: odd }])
    await expectRefused(all(target.deliveries(ID, undefined, signal)))
    answer = resource(odd)
    await expectRefused(target.retry(ID, ID, signal))
  })

  it('is no service when an id is a path, or there is no secret', async () => {
    answer = page([{ id: '../x', attributes: WEBHOOK }])
    await expectRefused(all(target.list(signal)))
    answer = resource({ ...WEBHOOK, secret: undefined })
    await expectRefused(target.rotate(ID, signal))
    answer = resource({ status: 'x', answer: '' })
    await expectRefused(target.ping(ID, signal))
  })

  it('is no service when its pages have no end', async () => {
    const data = [{ id: ID, attributes: WEBHOOK }]
    const toItself = `http://x.example/?page[after]=${ID}`
    for (const odd of [page(data, toItself), page([], toItself), page(data, 'x'), page(data, 7)]) {
      answer = odd
      asked = 0
      await expectRefused(all(target.list(signal)))
      expect(asked).toBeLessThanOrEqual(2)
    }
  })

  it('is one when its answers are as they should be', async () => {
    answer = page([{ id: ID, attributes: WEBHOOK }])
    expect(await all(target.list(signal))).toMatchObject([{ id: ID, state: 'enabled' }])
    answer = page([{ id: OTHER, attributes: DELIVERY }])
    expect(await all(target.deliveries(ID, 'dead', signal))).toEqual([{ id: OTHER, ...DELIVERY }])
    answer = resource({ status: null, answer: null })
    expect(await target.ping(ID, signal)).toEqual({ status: null, answer: '' })
  })
})
