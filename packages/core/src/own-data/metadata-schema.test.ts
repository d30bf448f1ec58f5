import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { AssetStoreOptions } from '../store/opening/asset-store-options.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import type { MetadataSchema } from './metadata-schema.ts'

const text = Buffer.from('three short words')

/** A schema with this validator. */
function schemaOf(validate: MetadataSchema['~standard']['validate']): MetadataSchema {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

/** `client` is required text, `price` a number of at least 0; `price` may come as text. Others are left out. */
const PRICED = schemaOf((value) => {
  const { client, price } = value as { readonly client?: unknown; readonly price?: unknown }
  if (typeof client !== 'string') return { issues: [{ message: 'Required', path: ['client'] }] }
  if (price === undefined) return { value: { client } }
  const number = Number(price)
  return number >= 0
    ? { value: { client, price: number } }
    : { issues: [{ message: 'Too small', path: [{ key: 'price' }] }] }
})

function storeWith(
  metadataSchema: MetadataSchema,
  options: Pick<AssetStoreOptions, 'describe' | 'onDuplicate' | 'onError'> = {},
): AssetStore {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    metadataSchema,
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

const refused = (argument: string, reason: string) => ({
  code: 'invalid_argument',
  context: expect.objectContaining({ argument, reason }),
})

describe('metadataSchema', () => {
  it('stores what it returns, in uploads and updates', async () => {
    const store = storeWith(PRICED)
    const metadata = { client: 'acme', price: '7', more: true }
    const asset = await store.upload(text, { metadata })
    expect(asset.metadata).toEqual({ client: 'acme', price: 7 })
    const updated = await store.update(asset.id, { metadata: { client: 'b', price: '8' } })
    expect(updated.metadata).toEqual({ client: 'b', price: 8 })
    expect((await store.update(asset.id, { title: 'New' })).metadata).toEqual(updated.metadata)
  })

  it('refuses by the path of the issue, and stores nothing', async () => {
    const store = storeWith(PRICED)
    const wrong = { metadata: { client: 'acme', price: -1 } }
    await expect(store.upload(text, wrong)).rejects.toMatchObject(
      refused('metadata.price', 'Too small'),
    )
    await expect(store.upload(text)).rejects.toMatchObject(refused('metadata.client', 'Required'))
    await expect(
      store.uploadMany([{ source: text, ...wrong }, { source: text }]),
    ).rejects.toMatchObject({ ...refused('metadata.price', 'Too small') })
    await expect(
      store.admin.import({ source: text, externalId: 'a', ...wrong }),
    ).rejects.toMatchObject(refused('metadata.price', 'Too small'))
    expect((await store.list()).total).toBe(0)
    const { id } = await store.upload(text, { metadata: { client: 'acme' } })
    await expect(store.update(id, wrong)).rejects.toMatchObject(
      refused('metadata.price', 'Too small'),
    )
    expect((await store.get(id)).metadata).toEqual({ client: 'acme' })
  })

  it('is asked before a byte is received', async () => {
    const store = storeWith(PRICED)
    let read = 0
    async function* source() {
      read += 1
      yield text
    }
    await expect(store.upload(source())).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(read).toBe(0)
  })

  it('is asked once of an upload without a hook, twice with one', async () => {
    let asked = 0
    const counting = schemaOf((value) => {
      asked += 1
      return { value }
    })
    for (const [options, times] of [
      [{}, 1],
      [{ describe: () => ({ title: 'A' }) }, 2],
    ] as const) {
      const store = storeWith(counting, options)
      asked = 0
      await store.upload(text, { name: 'x.txt', metadata: { n: 1 } })
      expect(asked).toBe(times)
    }
  })

  it('lets a ticket leave members to its uploads, but none be wrong', async () => {
    const store = storeWith(PRICED)
    await expect(
      store.tickets.create({ metadata: { client: 'acme', price: -1 } }),
    ).rejects.toMatchObject(refused('metadata.price', 'Too small'))
    const { token } = await store.tickets.create({ files: 2, metadata: { price: 3 } })
    const ticket = (await store.tickets.verify(token)) as UploadTicket
    await expect(store.upload(text, { ticket })).rejects.toMatchObject(
      refused('metadata.client', 'Required'),
    )
    const asset = await store.upload(text, { ticket, metadata: { client: 'acme' } })
    expect(asset.metadata).toEqual({ client: 'acme', price: 3 })
  })

  it('is asked once more with what the hook says, and then blames the hook for its members', async () => {
    const store = storeWith(PRICED, { describe: () => ({ metadata: { client: 'hook' } }) })
    expect((await store.upload(text)).metadata).toEqual({ client: 'hook' })
    const wrong = storeWith(PRICED, {
      describe: () => ({ metadata: { client: 'hook', price: -1 } }),
    })
    await expect(wrong.upload(text)).rejects.toMatchObject(refused('describe', 'Too small'))
    expect((await wrong.list()).total).toBe(0)
  })

  it('leaves copies and replaced contents with what the asset has', async () => {
    let isStrict = false
    const store = storeWith(
      schemaOf((value) => (isStrict ? { issues: [{ message: 'Never' }] } : { value })),
    )
    const { id } = await store.upload(text, { metadata: { old: true } })
    isStrict = true
    expect((await store.copy(id)).metadata).toEqual({ old: true })
    const replaced = await store.versions.replace(id, Buffer.from('other'))
    expect(replaced.metadata).toEqual({ old: true })
    await expect(store.upload(text)).rejects.toMatchObject(refused('metadata', 'Never'))
  })

  it('keeps the repetition of an upload the same, whatever it adds', async () => {
    let asked = 0
    const store = storeWith(
      schemaOf(() => {
        asked += 1
        return { value: { asked } }
      }),
    )
    const once = { idempotencyKey: 'once', metadata: { a: 1 } }
    const first = await store.upload(text, once)
    expect(await store.upload(text, once)).toEqual(first)
  })

  it.each<[string, MetadataSchema['~standard']['validate'], object]>([
    ['returns what no asset may have', () => ({ value: { a: {} } }), { code: 'invalid_argument' }],
    ['answers nothing', () => undefined as never, { code: 'invalid_argument' }],
  ])('fails the call, and keeps nothing, when it %s', async (_, validate, error) => {
    let isAsked = false
    const store = storeWith(schemaOf((value) => (isAsked ? validate(value) : { value })))
    isAsked = true
    await expect(store.upload(text)).rejects.toMatchObject(error)
    expect((await store.list()).total).toBe(0)
  })

  it('refuses metadata for which it throws, and reports why', async () => {
    const errors: unknown[] = []
    const fault = new Error('no such member')
    const throwing = schemaOf((value) => {
      if (Object.hasOwn(value as object, 'bad')) throw fault
      return { value }
    })
    const store = storeWith(throwing, { onError: (error) => errors.push(error) })
    const wrong = { metadata: { bad: true } }
    await expect(store.upload(text, wrong)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'metadata', reason: expect.stringContaining('failed') },
    })
    const { id } = await store.upload(text)
    await expect(store.update(id, wrong)).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(errors).toEqual([fault, fault])
  })

  it('refuses metadata that its defaults make too large, as those of the caller', async () => {
    const store = storeWith(schemaOf((value) => ({ value: { ...(value as object), more: 1 } })))
    const members = Array.from({ length: 64 }, (_, index) => [`m${index}`, index])
    const upload = store.upload(text, { metadata: Object.fromEntries(members) })
    await expect(upload).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'metadata' },
    })
  })

  it('must not answer with a promise', async () => {
    const late = schemaOf(async (value) => ({ value }))
    expect(() => storeWith(late)).toThrow(/asynchronous/)
    expect(() => storeWith(schemaOf(() => undefined as never))).toThrow(/no object/)
    let isLate = false
    const store = storeWith(
      schemaOf((value) => (isLate ? Promise.reject(new Error('late')) : { value })),
    )
    isLate = true
    await expect(store.upload(text)).rejects.toThrow(/asynchronous/)
  })

  it.each([
    null,
    {},
    () => true,
    { '~standard': { version: 2, validate: () => ({ value: {} }) } },
    { '~standard': { version: 1 } },
  ])('must be a Standard Schema v1, not %j', (wrong) => {
    expect(() => storeWith(wrong as never)).toThrow(/metadataSchema must be a schema/)
  })

  it('may be a function with the interface, as those of ArkType are', async () => {
    const store = storeWith(Object.assign(() => true, PRICED))
    expect((await store.upload(text, { metadata: { client: 'a' } })).metadata.client).toBe('a')
  })
})
