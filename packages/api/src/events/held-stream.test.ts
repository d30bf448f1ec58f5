import type { Readable } from 'node:stream'
import { createApiFixture } from '@stowage/testing/internal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '../create-api.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => vi.useRealTimers())

/** A stream of the events of an asset, whose client takes nothing by itself. */
async function heldStream(changes = 0) {
  const { store, key } = await createApiFixture()
  const { id } = await store.upload(Buffer.from('x'), { name: 'x.txt' })
  const first = await store.events.latest()
  for (let count = 1; count <= changes; count += 1) await store.update(id, { name: `${count}.txt` })
  const stopping = new AbortController()
  const { body } = await createApi(store)({
    method: 'GET',
    path: '/api/v1/events',
    query: '',
    baseUrl: 'https://media.example',
    body: null,
    signal: new AbortController().signal,
    stopping: stopping.signal,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      'last-event-id': first ?? '',
    },
  })
  const stream = body as Readable
  stream.on('error', () => {})
  const messages = stream[Symbol.asyncIterator]()
  /** The names that the next messages tell of the asset; nothing of those without data. */
  const take = async (count: number) => {
    const names: string[] = []
    for (let taken = 0; taken < count; taken += 1) {
      const { value, done } = await messages.next()
      if (done) break
      names.push(...(String(value).match(/\d+\.txt/g) ?? []))
    }
    return new Set(names)
  }
  const revoke = async () => {
    const [known] = await store.keys.list()
    await store.keys.revoke(known?.id ?? '')
  }
  return { store, id, stream, stopping, take, revoke }
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

it('cuts a stream whose client reads nothing soon after the server begins to stop', async () => {
  const { store, stream, stopping, take } = await heldStream(3)
  await take(1)
  await turns()
  stopping.abort()
  await pass(499)
  expect(stream.destroyed).toBe(false)
  await pass(1)
  expect(stream.destroyed).toBe(true)
  await store.close()
})

it('cuts a stream whose client reads nothing after 15 minutes', async () => {
  const { store, stream, take } = await heldStream(3)
  await take(1)
  await pass(15 * 60_000 + 499)
  expect(stream.destroyed).toBe(false)
  await pass(1)
  expect(stream.destroyed).toBe(true)
  await store.close()
})

it('cuts a stream whose client reads nothing within a minute after it may no longer read', async () => {
  const { store, stream, take, revoke } = await heldStream(3)
  await take(1)
  await pass(60_000)
  await revoke()
  await pass(60_499)
  expect(stream.destroyed).toBe(false)
  await pass(1)
  expect(stream.destroyed).toBe(true)
  await store.close()
})

it('asks once a minute while events follow each other without end', async () => {
  const { store, stream, take, revoke } = await heldStream(20)
  await pass(0)
  const names = new Set(await take(3))
  await revoke()
  for (let second = 0; second < 70; second += 1) {
    await pass(900)
    for (const name of await take(1)) names.add(name)
    if (stream.destroyed) break
    await store.update((await store.list()).assets[0]?.id ?? '', { name: `${100 + second}.txt` })
  }
  expect([stream.destroyed, names.size > 3]).toEqual([true, true])
  await store.close()
})

it('sends nothing more to a caller whose right ended while it did not read', async () => {
  const { store, take, revoke } = await heldStream(30)
  expect(await take(3)).toEqual(new Set(['1.txt', '2.txt']))
  await turns()
  await revoke()
  await pass(1000)
  // One was handed over before.
  expect(await take(50)).toEqual(new Set(['3.txt']))
  await store.close()
})

it('tells what was purged while the client did not read without its data, and every event once', async () => {
  const { store, id, take } = await heldStream(30)
  expect(await take(3)).toEqual(new Set(['1.txt', '2.txt']))
  await turns()
  await store.trash(id)
  await store.purge(id)
  await store.upload(Buffer.from('y'), { name: '99.txt' })
  await pass(1000)
  // One was handed over before; then come 27 changes, the trash and the purge.
  expect(await take(1)).toEqual(new Set(['3.txt']))
  expect(await take(29)).toEqual(new Set())
  expect(await take(1)).toEqual(new Set(['99.txt']))
  await store.close()
})
