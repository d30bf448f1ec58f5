import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import type { DescribeFile } from './describe-file.ts'

function storeWith(describe: DescribeFile) {
  const metadata = createMemoryMetadata()
  return createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    describe,
  })
}

const text = Buffer.from('three short words')

describe('describe', () => {
  it('gives each file what lists then find', async () => {
    const store = storeWith(async (file, { mimeType }) => {
      const bytes = await file.read({ start: 0, end: file.size })
      const words = Buffer.from(bytes).toString().split(' ').length
      return { title: mimeType, alt: { en: 'Text' }, tags: ['described'], metadata: { words } }
    })
    const asset = await store.upload(text)
    const { assets } = await store.list({ filter: { metadata: { words: 3 }, tags: ['described'] } })
    expect(assets).toEqual([asset])
    expect(asset).toMatchObject({ title: 'text/plain', alt: { en: 'Text' } })
  })

  it('gives way to what the upload says', async () => {
    const store = storeWith(() => ({
      title: 'hook',
      alt: { en: 'hook', de: 'hook' },
      tags: ['hook', 'Both'],
      metadata: { one: 'hook', two: 'hook' },
    }))
    const asset = await store.upload(text, {
      title: 'upload',
      alt: { en: 'upload' },
      tags: ['both', 'upload'],
      metadata: { one: 'upload' },
    })
    expect(asset).toMatchObject({
      title: 'upload',
      alt: { en: 'upload', de: 'hook' },
      tags: ['both', 'upload', 'hook'],
      metadata: { one: 'upload', two: 'hook' },
    })
  })

  it('does not make a repeated upload another one', async () => {
    let asked = 0
    const store = storeWith(() => {
      asked += 1
      return { title: `${asked}`, metadata: { asked } }
    })
    const once = { idempotencyKey: 'once' }
    const first = await store.upload(text, once)
    expect(await store.upload(text, once)).toEqual(first)
  })

  it('leaves out what does not fit beside what the upload says', async () => {
    const store = storeWith(() => ({
      tags: ['hook'],
      alt: { de: 'hook' },
      metadata: { hook: 'x'.repeat(16_000) },
    }))
    const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`)
    const metadata = { own: 'y'.repeat(1000) }
    const asset = await store.upload(text, { tags, metadata })
    expect(asset).toMatchObject({ tags, metadata, alt: { de: 'hook' } })
  })

  it('is not asked about copies, which have the words of their original', async () => {
    const store = storeWith(() => ({ title: 'hook', tags: ['hook'] }))
    const { id } = await store.upload(text)
    await store.update(id, { title: null, tags: [] })
    expect(await store.copy(id)).toMatchObject({ title: null, tags: [] })
  })

  it('is asked about a file that a scan holds back, not about an import that was refused', async () => {
    const asked: string[] = []
    const metadata = createMemoryMetadata()
    const store = createAssetStore({
      metadata,
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
      scan: () => 'wait',
      describe: (_, { name }) => {
        asked.push(name)
        return {}
      },
    })
    await store.upload(text, { name: 'waits.txt' })
    await store.admin.import({
      source: text,
      externalId: 'a',
      name: 'refused.txt',
      status: 'failed',
    })
    expect(asked).toEqual(['waits.txt'])
  })

  it('says nothing about a content that replaces another', async () => {
    let asked = 0
    const store = storeWith(() => {
      asked += 1
      return { title: `${asked}` }
    })
    const { id } = await store.upload(text)
    expect(await store.versions.replace(id, Buffer.from('other'))).toMatchObject({ title: '1' })
    expect(asked).toBe(1)
  })

  it.each<[unknown, string, string]>([
    [() => Promise.reject(new Error('no')), 'unavailable', 'could not be described'],
    [() => ({ tags: 'one' }), 'invalid_argument', 'tags must be an array'],
    [() => ({ metadata: { a: {} } }), 'invalid_argument', 'The describe hook gives'],
    [() => ({ tag: ['one'] }), 'invalid_argument', 'Did you mean tags?'],
  ])('refuses the file, and keeps nothing of it, when it fails: %s', async (hook, code, words) => {
    const store = storeWith(hook as DescribeFile)
    await expect(store.upload(text)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    })
    expect((await store.list()).total).toBe(0)
    expect((await store.admin.verify()).problems).toEqual([])
  })
})
