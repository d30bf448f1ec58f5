import type { Asset, FeedEvent } from '@stowage/core'
import { createApiFixture } from '@stowage/testing/internal'
import { expect, it } from 'vitest'
import { webhookBody } from './webhook-body.ts'

const ROOT = 'https://example.com/media/api/v1'

/** What endpoints get of the last event that the changes cause. */
async function bodyAfter(
  change: (store: Awaited<ReturnType<typeof createApiFixture>>['store']) => Promise<unknown>,
) {
  const { store } = await createApiFixture()
  await change(store)
  const { events } = await store.events.since(null)
  const event = events.at(-1) as FeedEvent
  const text = webhookBody(event, store, ROOT)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000)
  return { event, body: JSON.parse(text) }
}

it('has the asset as the API shows it, with its URLs and meta', async () => {
  const { event, body } = await bodyAfter((store) =>
    store.upload(Buffer.from('hello'), { name: 'Größe.txt', tags: ['a'], metadata: { n: 1 } }),
  )
  expect(body).toMatchObject({ type: 'asset.created', timestamp: event.at })
  expect(body.data.asset_id).toBe(event.assetId)
  const { asset } = body.data
  expect(asset).toMatchObject({ id: event.assetId, type: 'assets' })
  expect(asset.attributes).toMatchObject({ name: 'Größe.txt', size: 5, mime_type: 'text/plain' })
  expect(asset.attributes.url).toBe(`${ROOT}/files/${asset.attributes.public_file_id}/content`)
  expect(asset.meta).toMatchObject({ tags: ['a'], metadata: { n: 1 } })
})

it('says what happened to folders, and of a purge only the id', async () => {
  const folder = await bodyAfter((store) => store.folders.create({ name: 'new' }))
  expect(folder.body).toMatchObject({
    type: 'folder.created',
    data: { asset_id: null, folder: { type: 'folders', attributes: { name: 'new' } } },
  })
  const purge = await bodyAfter(async (store) => {
    const { id } = await store.upload(Buffer.from('x'), { name: 'secret.txt' })
    await store.trash(id)
    await store.purge(id)
  })
  expect(purge.body.data).toEqual({ asset_id: purge.event.assetId, retention: false })
  expect(JSON.stringify(purge.body)).not.toContain('secret')
})

it('leaves meta out when the body would be too long', async () => {
  const { store } = await createApiFixture()
  await store.upload(Buffer.from('x'), { name: 'a.txt' })
  const event = (await store.events.since(null)).events.at(-1) as FeedEvent
  const { asset } = event.data as { readonly asset: Asset }
  const long = { ...asset, metadata: { text: 'ü'.repeat(10_000) } }
  const text = webhookBody({ ...event, data: { asset: long } } as FeedEvent, store, ROOT)
  const { data } = JSON.parse(text)
  expect(data.truncated).toBe(true)
  expect(data.asset.attributes.name).toBe('a.txt')
  expect(data.asset).not.toHaveProperty('meta')
})

it('has the ids of records alone when even that is too long', async () => {
  const { store } = await createApiFixture()
  const { id } = await store.upload(Buffer.from('x'), { name: 'a.txt' })
  const event = (await store.events.since(null)).events.at(-1) as FeedEvent
  const data = { ...event.data, add: Array.from({ length: 3000 }, (_, n) => `tag-${n}`) }
  const text = webhookBody({ ...event, data } as unknown as FeedEvent, store, ROOT)
  expect(JSON.parse(text).data).toEqual({
    asset_id: id,
    asset: { id, type: 'assets' },
    truncated: true,
  })
})
