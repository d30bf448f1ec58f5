import { describe, expect, it } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { createEventHub, EVENT_NAMES } from './event-hub.ts'

it.each(EVENT_NAMES)('%s does not say where a photo was taken', async (name) => {
  const hub = createEventHub((error) => expect.fail(String(error)))
  const told: unknown[] = []
  hub.on(name, (event) => told.push(event))
  const location = { latitude: 48.1, longitude: 11.5, altitude: null }
  const asset = { name: 'pier.jpg', embedded: { camera: 'D850', location } } as unknown as Asset
  hub.emit(name, { asset, more: 1 } as never)
  await new Promise(setImmediate)
  expect(told).toEqual([
    { asset: { name: 'pier.jpg', embedded: { camera: 'D850', location: null } }, more: 1 },
  ])
  expect(asset.embedded?.location).toBe(location)
})

describe('a listener', () => {
  it('that throws or rejects reaches onError alone', async () => {
    const errors: unknown[] = []
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
      onError(error) {
        errors.push(error)
        throw new Error('so does the logger')
      },
    })
    store.on('asset.created', () => {
      throw new Error('thrown')
    })
    store.on('asset.created', async () => {
      throw new Error('rejected')
    })
    await store.upload(new Uint8Array([1]))
    await new Promise(setImmediate)
    expect(errors.map(String)).toEqual(['Error: thrown', 'Error: rejected'])
  })

  it.each([
    [{ toString: () => expect.fail() }],
    [Object.create(null)],
    [['analysis']],
    [Symbol('a')],
    [1],
  ])('refuses a name that is no text', (name) => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    expect(() => store.on(name as never, () => {})).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument: 'event' } }),
    )
  })
})
