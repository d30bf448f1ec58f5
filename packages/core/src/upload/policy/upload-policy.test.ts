import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import type { Policy } from './upload-policy.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = Buffer.from('just words')

function storeWith(policy: Policy) {
  const metadata = createMemoryMetadata()
  return createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    ...policy,
  })
}

describe('allow', () => {
  it('lets in what a list of media types names', async () => {
    const store = storeWith({ allow: ['image/*', 'application/pdf'] })
    await store.upload(png)
    await expect(store.upload(text, { name: 'fake.png' })).rejects.toMatchObject({
      code: 'type_not_allowed',
      context: { mimeType: 'text/plain', index: 0 },
    })
  })

  it('compares whole types: no part of a type is enough', async () => {
    // The type of these bytes is application/octet-stream.
    const unknown = new Uint8Array([0, 1, 2, 3])
    for (const allow of [[], ['audio/*'], ['application/octet'], ['x-application/*']]) {
      await expect(storeWith({ allow }).upload(unknown)).rejects.toMatchObject({
        code: 'type_not_allowed',
      })
    }
    await storeWith({ allow: ['application/*'] }).upload(unknown)
    await storeWith({ allow: ['application/octet-stream'] }).upload(unknown)
  })

  it('lets nothing in when the function throws or rejects', async () => {
    const broken = () => {
      throw new Error('the list of types is gone')
    }
    for (const allow of [broken, async () => broken()]) {
      const store = storeWith({ allow })
      await expect(store.upload(text)).rejects.toMatchObject({ code: 'unavailable' })
      expect((await store.list()).total).toBe(0)
    }
  })

  it('asks a function, which sees facts, name and size', async () => {
    const seen: unknown[] = []
    const store = storeWith({
      allow: (file) => {
        seen.push([file.name, file.mimeType, file.width, file.size])
        return file.size < 50
      },
    })
    await store.upload(text, { name: 'a.txt' })
    await expect(store.upload(png, { name: 'b.png' })).rejects.toMatchObject({
      code: 'type_not_allowed',
    })
    expect(seen).toEqual([
      ['a.txt', 'text/plain', null, 10],
      ['b.png', 'image/png', 1, png.length],
    ])
  })
})

describe('quota', () => {
  it('holds for the whole tenant, also for uploads at the same time', async () => {
    const store = storeWith({ quota: () => 35 })
    const uploads = await Promise.allSettled([1, 2, 3, 4, 5].map(() => store.upload(text)))
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(store.upload(text)).rejects.toMatchObject({
      code: 'quota_exceeded',
      context: { limit: 35 },
    })
    await store.for({ tenant: 'other' }).upload(text)
  })

  it('that is no number of bytes lets nothing in', async () => {
    for (const answer of [-1, Number.NaN, '35', undefined]) {
      const store = storeWith({ quota: () => answer as number })
      await expect(store.upload(text)).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'quota' },
      })
      expect((await store.list()).total).toBe(0)
    }
    await expect(storeWith({ quota: () => 0 }).upload(text)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    await storeWith({ quota: () => null }).upload(text)
  })

  it('in assets holds for live and trashed ones, also for uploads at the same time', async () => {
    const store = storeWith({ quota: () => ({ assets: 3 }) })
    const uploads = await Promise.allSettled([1, 2, 3, 4, 5].map(() => store.upload(text)))
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const { assets } = await store.list()
    await store.trash(assets.map(({ id }) => id))
    const refusal = { code: 'quota_exceeded', context: { limit: 3, of: 'assets' } }
    await expect(store.upload(text)).rejects.toMatchObject(refusal)
    await store.purge(assets[0]?.id ?? '')
    await store.upload(text)
    expect((await store.usage()).quota).toEqual({ bytes: null, assets: 3 })
  })

  it('in bytes and in assets says which of them is exceeded', async () => {
    const store = storeWith({ quota: () => ({ bytes: 25, assets: 2 }) })
    const large = store.upload(Buffer.alloc(26, 'x'))
    await expect(large).rejects.toMatchObject({ context: { limit: 25, of: 'bytes' } })
    await store.upload(text)
    await store.upload(text)
    const third = store.upload(Buffer.from('x'))
    await expect(third).rejects.toMatchObject({ context: { limit: 2, of: 'assets' } })
    expect((await store.usage()).quota).toEqual({ bytes: 25, assets: 2 })
  })

  it('with a member that is no limit, or no member of it, lets nothing in', async () => {
    for (const answer of [{ bytes: -1 }, { assets: '3' }, { files: 3 }, []]) {
      const store = storeWith({ quota: () => answer as object })
      const refusal = { code: 'invalid_argument', context: { argument: 'quota' } }
      await expect(store.upload(text)).rejects.toMatchObject(refusal)
      await expect(store.usage()).rejects.toMatchObject(refusal)
    }
    await storeWith({ quota: () => ({ bytes: null }) }).upload(text)
  })

  it('makes usage unavailable when its hook fails', async () => {
    const store = storeWith({ quota: () => Promise.reject(new Error('no answer')) })
    await expect(store.usage()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is given back by purge, not by trash', async () => {
    const store = storeWith({ quota: async () => 10 })
    const { id } = await store.upload(text)
    await store.trash(id)
    await expect(store.upload(text)).rejects.toMatchObject({ code: 'quota_exceeded' })
    await store.purge(id)
    await store.upload(text)
  })
})

describe('scan', () => {
  it('refuses a file with its reason', async () => {
    const store = storeWith({ scan: () => ({ reject: 'EICAR test signature' }) })
    await expect(store.upload(text)).rejects.toMatchObject({
      code: 'file_rejected',
      context: { reason: 'EICAR test signature', index: 0 },
    })
  })

  it('may read the bytes', async () => {
    let seen = ''
    const store = storeWith({
      async scan(file) {
        seen = Buffer.from(await file.read({ start: 0, end: file.size })).toString()
        return 'accept' as const
      },
    })
    expect((await store.upload(text)).status).toBe('ready')
    expect(seen).toBe('just words')
  })

  it('may hold a file back until it is settled', async () => {
    const store = storeWith({ scan: () => 'wait' })
    const released = await store.upload(text)
    const refused = await store.upload(text)
    expect(released.status).toBe('processing')
    await expect(store.read(released)).rejects.toMatchObject({ code: 'file_not_found' })
    expect((await store.admin.resolveScan(released.id, 'clean')).status).toBe('ready')
    await store.read(released.id)
    expect((await store.admin.resolveScan(refused.id, 'infected')).status).toBe('failed')
    await expect(store.read(refused.id)).rejects.toMatchObject({ code: 'file_not_found' })
    expect((await store.admin.resolveScan(refused.id, 'clean')).status).toBe('failed')
  })

  it('that breaks down lets nothing in', async () => {
    const scan = () => Promise.reject(new Error('clamd is gone'))
    const store = storeWith({ scan })
    await expect(store.upload(text)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await store.list()).total).toBe(0)
  })

  it('that never answers does not outlive the caller', async () => {
    const store = storeWith({ scan: () => new Promise(() => {}) })
    const controller = new AbortController()
    const upload = store.upload(text, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('gone')), 10)
    await expect(upload).rejects.toThrow('gone')
    await store.close()
  })

  it('cannot be got round by an update from outside', async () => {
    const store = storeWith({ scan: () => 'wait' })
    const { id } = await store.upload(text)
    for (const wrong of [
      { name: 'b.txt', status: 'ready' },
      { tenant: 'x' },
      { isFavourite: 'yes' },
      { name: 7 },
      { folderId: 7 },
    ]) {
      const update = store.update(id, wrong as unknown as { name: string })
      await expect(update).rejects.toMatchObject({ code: 'invalid_argument' })
    }
    expect(await store.get(id)).toMatchObject({ status: 'processing', tenant: 'default' })
  })
})
