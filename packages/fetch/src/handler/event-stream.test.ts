import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { expect, it } from 'vitest'
import { createFetchHandler } from './create-fetch-handler.ts'

const ADDRESS = 'http://media.example/api/v1/events'

async function openStream() {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  const { token } = await store.keys.create({ name: 'test' })
  const controller = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const { signal } = controller
  const response = await createFetchHandler(store)(new Request(ADDRESS, { headers, signal }))
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  const end = async () => {
    while ((await reader?.read())?.done === false);
  }
  return { store, controller, end, headers }
}

it('ends a stream of events when the store closes: no server tells this handler that it stops', async () => {
  const { store, end } = await openStream()
  const ended = end()
  await store.close()
  await ended
})

it('ends a stream of events with the request, and lets the store close', async () => {
  const { store, controller, end } = await openStream()
  const ended = end().catch(() => {})
  controller.abort()
  await ended
  await store.close()
})
