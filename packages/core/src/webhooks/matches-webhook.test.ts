import { describe, expect, it } from 'vitest'
import { createMemoryBlobs } from '../memory/blobs.ts'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { matcherOf } from './matches-webhook.ts'

async function eventOf(size: number) {
  const metadata = createMemoryMetadata()
  const advanced = { sweepEveryMs: false } as const
  const store = createAssetStore({ metadata, blobs: createMemoryBlobs(), events: true, advanced })
  await store.upload(Buffer.from('a'), {
    name: 'big.txt',
    tags: ['urgent'],
    metadata: { project: 'apollo', one: 'n'.repeat(size), two: 'n'.repeat(size) },
    alt: Object.fromEntries(
      ['de', 'en', 'fr', 'it'].map((language) => [language, '€'.repeat(Math.min(size, 900))]),
    ),
  })
  const { events } = await metadata.events.since({ tenant: 'default', after: null, limit: 1 })
  await store.close()
  const [event] = events
  if (event === undefined) throw new Error('There is no event.')
  return { event, folders: metadata.folders }
}

const FILTERS = [
  [{ metadata: { project: 'apollo' } }, true],
  [{ tags: ['urgent'] }, true],
  [{ tags: ['other'] }, false],
  [{ type: 'image' }, false],
] as const

describe('an endpoint with a filter', () => {
  it.each([10, 900])('is told of an asset that matches, with texts of %i', async (size) => {
    const { event, folders } = await eventOf(size)
    for (const [filter, expected] of FILTERS) {
      const matches = matcherOf({ tenant: 'default', types: null, filter }, folders)
      expect(await matches(event)).toBe(expected)
    }
  })

  it('is told of an event that leaves out what the filter is about, if the rest matches', async () => {
    const { event, folders } = await eventOf(7000)
    expect(event.data).toMatchObject({ truncated: true, asset: { metadata: {} } })
    const told = (filter: object) =>
      matcherOf({ tenant: 'default', types: null, filter }, folders)(event)
    expect(await told({ metadata: { project: 'apollo' } })).toBe(true)
    expect(await told({ metadata: { project: 'apollo' }, tags: ['urgent'] })).toBe(true)
    expect(await told({ metadata: { project: 'apollo' }, tags: ['other'] })).toBe(false)
    expect(await told({ metadata: { project: 'apollo' }, type: 'image' })).toBe(false)
  })
})
