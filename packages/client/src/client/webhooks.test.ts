import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'
import type { Client } from './client.ts'

let service: Service
let manager: Client

beforeEach(async () => {
  service = await startService()
  const permissions = ['read', 'write', 'manage'] as const
  const { token } = await service.store.keys.create({ name: 'manager', permissions })
  manager = service.client({ token })
})

afterEach(() => service.close())

it('creates, changes, lists, rotates, pings and deletes a webhook', async () => {
  const { webhooks } = manager
  const filter = { type: 'image' as const }
  const { id, attributes } = await webhooks.create({ url: 'https://hooks.example', filter })
  expect(attributes).toMatchObject({ filter, enabled: true })
  expect(attributes.secret).toMatch(/^whsec_/)
  const { attributes: rotated } = await webhooks.rotate(id)
  expect(rotated.secret).not.toBe(attributes.secret)
  const changed = await webhooks.update(id, { enabled: false, types: ['asset.created'] })
  expect(changed.attributes).toMatchObject({ state: 'disabled', types: ['asset.created'] })
  expect(await webhooks.get(id)).toEqual(changed)
  const { data, links } = await webhooks.list({ 'page[size]': 1 })
  expect([data, links.next]).toEqual([[changed], null])
  expect((await webhooks.ping(id)).attributes).toEqual({ status: 200, answer: 'thanks' })
  await webhooks.delete(id)
  await expect(webhooks.get(id)).rejects.toMatchObject({ code: 'webhook_not_found' })
})

it('lists deliveries, retries one and replays events', async () => {
  const { webhooks } = manager
  const { id } = await webhooks.create({ url: 'https://hooks.example', types: ['asset.created'] })
  const asset = await manager.upload(new File(['a'], 'a.txt'))
  const done = () => webhooks.deliveries(id, { 'filter[state]': 'done' })
  const [delivery] = await vi.waitUntil(
    async () => {
      const { data } = await done()
      return data.length > 0 && data
    },
    { timeout: 60_000 },
  )
  expect(delivery?.attributes).toMatchObject({
    event_type: 'asset.created',
    ...{ asset_id: asset.id, attempts: 1, status: 200, answer: 'thanks' },
  })
  expect((await webhooks.retry(id, String(delivery?.id))).id).toBe(delivery?.id)
  expect((await webhooks.replay(id, '2020-01-01')).id).toBe(id)
  await vi.waitUntil(async () => (await done()).data.length === 2, { timeout: 60_000 })
})

it('learns from usage whether it manages them', async () => {
  const { token } = await service.store.keys.create({ name: 'blind', permissions: ['manage'] })
  const isSaid = async (client: Client) => (await client.usage({ with_meta: '1' })).meta?.webhooks
  expect(await isSaid(manager)).toBe(true)
  expect(await isSaid(service.client())).toBe(false)
  await expect(service.client({ token }).webhooks.list()).rejects.toMatchObject({
    code: 'forbidden',
  })
})

it('is refused without the permissions', async () => {
  await expect(service.client().webhooks.list()).rejects.toMatchObject({ code: 'forbidden' })
})
