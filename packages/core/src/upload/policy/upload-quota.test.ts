import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStaging } from '../../memory/staging.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import type { Quota } from '../../usage/quota.ts'

const QUOTA = 1_000_000

/** A store whose tenants have a quota, and a spy on each write to staging. */
function limitedStore(quota: Quota = QUOTA) {
  let written = 0
  let heard = () => {}
  const staging = createMemoryStaging()
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    staging: {
      ...staging,
      async create() {
        const file = await staging.create()
        return {
          ...file,
          async write(chunks) {
            await file.write(chunks)
            for (const { byteLength } of chunks) written += byteLength
            heard()
          },
        }
      },
    },
    quota: () => quota,
    advanced: { sweepEveryMs: false, closeTimeout: 1 },
  })
  onTestFinished(() => store.close())
  const staged = async (bytes: number) => {
    while (written < bytes) await new Promise<void>((resolve) => (heard = resolve))
  }
  return { store, staged }
}

/** A client that has sent so many bytes and goes on whenever it likes. */
function halfOpen(bytes: number): PassThrough {
  const stream = new PassThrough({ highWaterMark: 2 ** 30 })
  stream.write(Buffer.alloc(bytes, 'x'))
  return stream
}

const refusal = { code: 'quota_exceeded', context: { limit: QUOTA, of: 'bytes' } }

describe('the quota of an upload under way', () => {
  it('refuses announced bytes before a byte is read', async () => {
    const { store } = limitedStore()
    let isRead = false
    async function* source() {
      isRead = true
      yield Buffer.from('x')
    }
    const upload = store.upload(source(), { expectedBytes: 1_000_000_000 })
    await expect(upload).rejects.toMatchObject(refusal)
    expect(isRead).toBe(false)
    await store.upload(source(), { estimatedBytes: QUOTA })
  })

  it('refuses a stream that has sent more than the quota and does not end', async () => {
    const { store } = limitedStore()
    await expect(store.upload(halfOpen(QUOTA + 1))).rejects.toMatchObject(refusal)
  })

  it('counts each byte of a stream once, in however many chunks it comes', async () => {
    const { store } = limitedStore()
    async function* source() {
      for (let chunk = 0; chunk < 10; chunk += 1) yield Buffer.alloc(QUOTA / 10)
    }
    expect((await store.upload(source())).size).toBe(QUOTA)
    const { store: other } = limitedStore()
    async function* tooMuch() {
      yield* source()
      yield Buffer.from('x')
    }
    await expect(other.upload(tooMuch())).rejects.toMatchObject(refusal)
    // What was refused is not counted any more.
    expect((await other.upload(source())).size).toBe(QUOTA)
  })

  it('counts what the tenant has stored, and files whose size is known', async () => {
    const { store } = limitedStore()
    await store.upload(Buffer.alloc(QUOTA - 300_000))
    await expect(store.upload(halfOpen(300_001))).rejects.toMatchObject(refusal)
    const blob = new Blob([Buffer.alloc(300_001)])
    await expect(store.upload(blob)).rejects.toMatchObject(refusal)
    await store.upload(new Blob([Buffer.alloc(300_000)]))
  })

  it('counts all uploads under way of a tenant together, and those of others not', async () => {
    const { store, staged } = limitedStore()
    const first = halfOpen(600_000)
    const storing = store.upload(first)
    await staged(600_000)
    await expect(store.upload(halfOpen(600_000))).rejects.toMatchObject(refusal)
    await expect(
      store.uploadMany([{ source: halfOpen(1) }], { expectedBytes: 400_001 }),
    ).rejects.toMatchObject(refusal)
    await store.for({ tenant: 'other' }).upload(Buffer.alloc(600_000))
    first.end()
    expect((await storing).size).toBe(600_000)
    // What has failed or is stored counts no more as under way.
    await store.upload(Buffer.alloc(400_000))
  })

  it('refuses files that are given at once before one is read, when they are too many', async () => {
    const { store } = limitedStore({ assets: 2 })
    await store.upload(Buffer.from('x'))
    let isRead = false
    async function* source() {
      isRead = true
      yield Buffer.from('x')
    }
    const tooMany = store.uploadMany([{ source: source() }, { source: source() }])
    const refused = { code: 'quota_exceeded', context: { limit: 2, of: 'assets' } }
    await expect(tooMany).rejects.toMatchObject(refused)
    expect(isRead).toBe(false)
    await store.uploadMany([{ source: source() }])
  })

  it('refuses the file of an iterable that is one too many before it is read', async () => {
    const { store } = limitedStore({ assets: 2 })
    let read = 0
    async function* source() {
      read += 1
      yield Buffer.from('x')
    }
    async function* files() {
      for (let file = 0; file < 9; file += 1) yield { source: source() }
    }
    const refused = { code: 'quota_exceeded', context: { limit: 2, of: 'assets' } }
    await expect(store.uploadMany(files())).rejects.toMatchObject(refused)
    expect(read).toBe(2)
    expect((await store.list()).total).toBe(0)
    await store.uploadMany([{ source: source() }, { source: source() }])
  })

  it('refuses a large upload before a byte is read when the tenant has all its assets', async () => {
    const { store } = limitedStore({ assets: 1 })
    await store.upload(Buffer.from('x'))
    const refused = { code: 'quota_exceeded', context: { limit: 1, of: 'assets' } }
    const upload = store.upload(halfOpen(1), { expectedBytes: 300_000 })
    await expect(upload).rejects.toMatchObject(refused)
  })

  it('refuses no more of several uploads than do not fit', async () => {
    const { store } = limitedStore()
    const bytes = Buffer.alloc(300_000)
    const uploads = await Promise.allSettled([1, 2, 3, 4, 5].map(() => store.upload(bytes)))
    expect(uploads.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('answers a repetition of an upload that has used the quota up', async () => {
    const { store } = limitedStore()
    const options = { idempotencyKey: 'once', expectedBytes: QUOTA }
    const asset = await store.upload(Buffer.alloc(QUOTA), options)
    expect((await store.upload(Buffer.alloc(QUOTA), options)).id).toBe(asset.id)
  })
})
