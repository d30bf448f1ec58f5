import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { createApiFixture } from '@stowage/testing/internal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '../create-api.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => vi.useRealTimers())

/** A stream of events that nobody reads yet. */
async function requestStream(signals: { readonly stopping?: AbortSignal } = {}) {
  const { store, key } = await createApiFixture()
  const { status, headers, body } = await createApi(store)({
    method: 'GET',
    path: '/api/v1/events',
    query: '',
    baseUrl: 'https://media.example',
    body: null,
    signal: new AbortController().signal,
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    ...signals,
  })
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  return { store, key, stream: body as Readable }
}

/** A stream of events that has begun. */
async function openStream(signals: { readonly stopping?: AbortSignal } = {}) {
  const { store, key, stream } = await requestStream(signals)
  let text = ''
  let isEnded = false
  stream.on('data', (chunk) => {
    text += chunk
  })
  stream.once('end', () => {
    isEnded = true
  })
  const count = () => text.split('\n\n').filter((block) => block === ':').length
  await turns()
  expect(text).not.toBe('')
  const before = count()
  return { store, key, comments: () => count() - before, isEnded: () => isEnded }
}

/** Lets these milliseconds pass, and what waits for them happen. */
async function pass(millis: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(millis)
  await turns()
}

/** Lets what waits for no time happen. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('sends a comment after each 15 seconds without an event', async () => {
  const { store, comments, isEnded } = await openStream()
  await pass(14_999)
  expect(comments()).toBe(0)
  await pass(1)
  expect(comments()).toBe(1)
  await pass(15_000)
  expect(comments()).toBe(2)
  expect(isEnded()).toBe(false)
  await store.close()
})

it('ends after 15 minutes', async () => {
  const { store, comments, isEnded } = await openStream()
  for (let beat = 0; beat < 59; beat += 1) await pass(15_000)
  expect([comments(), isEnded()]).toEqual([59, false])
  await pass(14_999)
  expect(isEnded()).toBe(false)
  await pass(1)
  expect([comments(), isEnded()]).toEqual([59, true])
  await store.close()
})

it('asks each minute whether the caller may still read, and ends when not', async () => {
  const { store, comments, isEnded } = await openStream()
  const [key] = await store.keys.list()
  await store.keys.revoke(key?.id ?? '')
  for (let beat = 0; beat < 4; beat += 1) {
    expect(isEnded()).toBe(false)
    await pass(15_000)
  }
  expect([comments(), isEnded()]).toEqual([3, true])
  await store.close()
})

it('asks before the first event, whenever the client begins to read', async () => {
  const { store, stream } = await requestStream()
  const [key] = await store.keys.list()
  await store.keys.revoke(key?.id ?? '')
  await store.upload({ source: Buffer.from('text'), name: 'a.txt' })
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  await once(stream, 'end')
  expect(text).not.toContain('data:')
  await store.close()
})

it('ends at once when the server stops, or the store closes', async () => {
  const stopping = new AbortController()
  const ended = await openStream({ stopping: stopping.signal })
  stopping.abort()
  await pass(0)
  expect(ended.isEnded()).toBe(true)
  await ended.store.close()
  const closed = await openStream()
  await closed.store.close()
  await pass(0)
  expect(closed.isEnded()).toBe(true)
})
