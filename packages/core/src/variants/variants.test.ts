import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { replacing } from '../testing/replacing.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor } from './variant-processor.ts'
import { VARIANT_LIMIT } from './variant-processor.ts'

describe('variants made immediately', () => {
  it('are in the record that the upload resolves to, and can be read', async () => {
    const { open, countBlobs } = ports()
    const { processor, asked } = fakeProcessor({ thumbnail: 'immediately', optimized: 'on-demand' })
    const store = open(processor)
    const asset = await store.upload(original)
    expect(asked).toEqual(['thumbnail'])
    expect(asset.variants).toMatchObject([{ name: 'thumbnail', size: 17, width: 3 }])
    const file = await store.read(asset, { variant: 'thumbnail' })
    expect(file.mimeType).toBe('image/webp')
    expect(Buffer.from(await file.bytes()).toString()).toBe('thumbnail of <svg')
    expect(await countBlobs()).toBe(2)
  })

  it('are purged with their asset', async () => {
    const { open, countBlobs } = ports()
    const store = open(fakeProcessor({ thumbnail: 'immediately' }).processor)
    const { id } = await store.upload(original)
    await store.trash(id)
    await store.purge(id)
    expect(await countBlobs()).toBe(0)
  })

  it('that cannot be made do not hold up the upload, and are not tried again', async () => {
    const { open } = ports()
    const { processor, asked } = fakeProcessor(
      { thumbnail: 'immediately' },
      { make: async (_, names) => ({ made: [], failed: names }) },
    )
    const store = open(processor)
    const asset = await store.upload(original)
    expect(asset.failedVariants).toEqual([{ name: 'thumbnail', attempts: 1 }])
    expect(store.variants.offers(asset, 'thumbnail')).toBe(false)
    await expect(store.read(asset, { variant: 'thumbnail' })).rejects.toMatchObject({
      code: 'file_not_found',
    })
    expect(asked).toEqual([])
  })

  it('that cannot be made refuse the upload where the store says so, and leave nothing behind', async () => {
    const { open, countBlobs } = ports()
    let damaged = true
    const accepts = () => true
    const working = fakeProcessor({ thumbnail: 'immediately' }, { accepts }).processor
    const make: VariantProcessor['make'] = async (source, names, options) =>
      damaged ? { made: [], failed: names } : working.make(source, names, options)
    const store = open({ processor: { ...working, make }, whenFailed: 'refuse' })
    const refusal = { code: 'file_rejected', context: { reason: expect.stringMatching('drawn') } }
    await expect(store.upload(original)).rejects.toMatchObject(refusal)
    await expect(
      store.uploadMany([{ source: original }, { source: original }]),
    ).rejects.toMatchObject({
      code: 'upload_refused',
    })
    const text = await store.upload(Buffer.from('no picture'))
    expect(text.failedVariants).toMatchObject([{ name: 'thumbnail' }])
    expect(await countBlobs()).toBe(1)

    damaged = false
    const { id, sha256 } = await store.upload(original)
    damaged = true
    const other = Buffer.concat([original, Buffer.from('<!-- other -->')])
    await expect(store.versions.replace(id, other)).rejects.toMatchObject(refusal)
    expect(await store.get(id)).toMatchObject({ sha256 })
  })

  it('must be possible of each new picture where the store refuses others', async () => {
    const { open } = ports()
    let draws = true
    const { processor } = fakeProcessor(
      { thumbnail: 'immediately', optimized: 'on-demand' },
      { accepts: ({ type }) => draws && type === 'image' },
    )
    const store = open({ processor, whenFailed: 'refuse' })
    const { id } = await store.upload(original)
    draws = false
    await expect(store.upload(original)).rejects.toMatchObject({ code: 'file_rejected' })
    await store.copy(id)
    await store.admin.import({ source: original, externalId: '1' })
    await store.upload(Buffer.from('no picture'))
  })

  it('are needed where the store refuses pictures without them', () => {
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const argument = 'variants.whenFailed'
    expect(() => ports().open({ processor, whenFailed: 'refuse' })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
    )
  })

  it('leave nothing behind when the upload fails after them', async () => {
    const { open, metadata, countBlobs } = ports()
    const insert = () => Promise.reject(new StowageError('unavailable', 'locked'))
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const store = open(processor, { metadata: replacing(metadata, { assets: { insert } }) })
    await expect(store.upload(original)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await countBlobs()).toBe(0)
  })

  it('leave nothing behind when the processor breaks down', async () => {
    const { open, countBlobs } = ports()
    const make = () => Promise.reject(new Error('the decoder crashed'))
    const store = open(fakeProcessor({ thumbnail: 'immediately' }, { make }).processor)
    await expect(store.upload(original)).rejects.toThrow('crashed')
    expect(await countBlobs()).toBe(0)
  })

  it('of a busy processor are made at the first request, or the upload is refused', async () => {
    const { open, countBlobs } = ports()
    let busy = true
    const working = fakeProcessor({ thumbnail: 'immediately' }).processor
    const make: VariantProcessor['make'] = (...args) =>
      busy ? Promise.reject(new StowageError('unavailable', 'busy')) : working.make(...args)
    const refusing = open({ processor: { ...working, make }, whenBusy: 'refuse' })
    await expect(refusing.upload(original)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await countBlobs()).toBe(0)

    const storing = open({ ...working, make })
    const asset = await storing.upload(original)
    expect(asset.variants).toEqual([])
    expect(storing.variants.offers(asset, 'thumbnail')).toBe(true)
    busy = false
    await storing.read(asset, { variant: 'thumbnail' })
  })
})

describe('variants made on demand', () => {
  it('are made once, however many ask, in every process', async () => {
    const { open } = ports()
    const { processor, asked } = fakeProcessor({ thumbnail: 'on-demand' })
    const stores = [open(processor), open(processor)]
    const asset = await stores[0]?.upload(original)
    const reads = Array.from({ length: 50 }, (_, n) =>
      stores[n % 2]?.read(asset?.id ?? '', { variant: 'thumbnail' }),
    )
    const files = await Promise.all(reads)
    expect(new Set(files.map((file) => file?.sha256)).size).toBe(1)
    expect(asked).toEqual(['thumbnail'])
  })

  it('that cannot be made are remembered', async () => {
    const { open } = ports()
    let tries = 0
    const make: VariantProcessor['make'] = async (_, names) => {
      tries += 1
      return { made: [], failed: names }
    }
    const store = open(fakeProcessor({ thumbnail: 'on-demand' }, { make }).processor)
    const { id } = await store.upload(original)
    for (let n = 0; n < 3; n += 1) {
      await expect(store.variants.ensure(id, 'thumbnail')).rejects.toMatchObject({
        code: 'file_not_found',
      })
    }
    expect(tries).toBe(1)
    expect(store.variants.offers(await store.get(id), 'thumbnail')).toBe(false)
  })

  it('are offered although another one of the file could not be made', async () => {
    const { open } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'immediately', optimized: 'on-demand' })
    const make: VariantProcessor['make'] = async (source, names, options) =>
      names.includes('thumbnail')
        ? { made: [], failed: names }
        : processor.make(source, names, options)
    const store = open({ ...processor, make })
    const asset = await store.upload(original)
    expect(asset.failedVariants).toMatchObject([{ name: 'thumbnail' }])
    expect(store.variants.offers(asset, 'thumbnail')).toBe(false)
    expect(store.variants.offers(asset, 'optimized')).toBe(true)
    expect((await store.variants.ensure(asset, 'optimized')).variants).toMatchObject([
      { name: 'optimized' },
    ])
  })

  it('may have 32 MiB, and with a byte more count as failed', async () => {
    const { open } = ports()
    const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
    const content = Buffer.alloc(VARIANT_LIMIT + 1)
    const make: VariantProcessor['make'] = async (_, names) => ({
      made: names.map((name) => ({
        ...facts,
        name,
        content: name === 'large' ? content.subarray(1) : content,
      })),
      failed: [],
    })
    const store = open(
      fakeProcessor({ large: 'on-demand', larger: 'on-demand' }, { make }).processor,
    )
    const { id } = await store.upload(original)
    const { variants } = await store.variants.ensure(id, 'large')
    expect(variants).toMatchObject([{ name: 'large', size: 32 * 1024 ** 2 }])
    await expect(store.variants.ensure(id, 'larger')).rejects.toMatchObject({
      code: 'file_not_found',
    })
    expect((await store.get(id)).failedVariants).toEqual([{ name: 'larger', attempts: 1 }])
  })

  it('are put once when the database refuses them, and leave nothing behind', async () => {
    const { open, blobs, metadata, countBlobs } = ports()
    const refused = new StowageError('unavailable', 'locked')
    const put: string[] = []
    const store = open(fakeProcessor({ thumbnail: 'on-demand' }).processor, {
      metadata: replacing(metadata, { assets: { addVariants: () => Promise.reject(refused) } }),
      blobs: {
        ...blobs,
        async put(key, ...args) {
          put.push(key)
          await blobs.put(key, ...args)
        },
      },
    })
    const { id } = await store.upload(original)
    await expect(store.variants.ensure(id, 'thumbnail')).rejects.toBe(refused)
    // The original and one variant.
    expect(put).toHaveLength(2)
    expect(await countBlobs()).toBe(1)
  })

  it('that could not be made for once are made at the next request', async () => {
    const { open } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    let busy = true
    const store = open({
      ...processor,
      make: (...args) =>
        busy ? Promise.reject(new StowageError('unavailable', 'busy')) : processor.make(...args),
    })
    const { id } = await store.upload(original)
    const refused = { code: 'unavailable' }
    await expect(store.variants.ensure(id, 'thumbnail')).rejects.toMatchObject(refused)
    busy = false
    expect((await store.variants.ensure(id, 'thumbnail')).variants).toHaveLength(1)
  })

  it('keep their lease for as long as they take, and then give it back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open, metadata } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const isFree = () => {
      const name = `variant/${id}/thumbnail`
      return metadata.leases.acquire({ name, holder: 'another process', duration: 0.001 })
    }
    const free: boolean[] = []
    const store = open(
      {
        ...processor,
        async make(...args) {
          for (let minute = 0; minute < 3; minute += 1) {
            await vi.advanceTimersByTimeAsync(59_000)
            free.push(await isFree())
          }
          return processor.make(...args)
        },
      },
      { advanced: { clock: () => Date.now() * 1000 } },
    )
    const { id } = await store.upload(original)
    await store.variants.ensure(id, 'thumbnail')
    expect(free).toEqual([false, false, false])
    expect(await isFree()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are not made of an asset that the scan holds back', async () => {
    const { open } = ports()
    const { processor, asked } = fakeProcessor({ thumbnail: 'on-demand' })
    const store = open(processor, { scan: () => 'wait' })
    const asset = await store.upload(original)
    for (const which of [asset, asset.id]) {
      await expect(store.variants.ensure(which, 'thumbnail')).rejects.toMatchObject({
        code: 'file_not_found',
      })
    }
    expect(asked).toEqual([])
    await store.admin.resolveScan(asset.id, 'clean')
    await store.variants.ensure(asset.id, 'thumbnail')
    expect(asked).toEqual(['thumbnail'])
  })

  it('are not offered of files that the processor does not accept, nor under unknown names', async () => {
    const { open } = ports()
    const store = open(fakeProcessor({ thumbnail: 'on-demand' }).processor)
    const text = await store.upload(Buffer.from('words'))
    const image = await store.upload(original)
    expect(store.variants.offers(text, 'thumbnail')).toBe(false)
    expect(store.variants.offers(image, 'poster')).toBe(false)
    await expect(store.read(text, { variant: 'thumbnail' })).rejects.toMatchObject({
      code: 'file_not_found',
    })
  })

  it('of an asset that is purged meanwhile leave nothing behind', async () => {
    const { open, countBlobs } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const store = open({
      ...processor,
      async make(...args) {
        const id = (await store.list()).assets[0]?.id ?? ''
        await store.trash(id)
        await store.purge(id)
        return processor.make(...args).catch(() => ({ made: [], failed: [] }))
      },
    })
    const { id } = await store.upload(original)
    await expect(store.variants.ensure(id, 'thumbnail')).rejects.toMatchObject({
      code: expect.stringMatching(/not_found$/),
    })
    expect(await countBlobs()).toBe(0)
  })

  it('stop being waited for when the caller aborts, and are finished all the same', async () => {
    const { open } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const store = open({
      ...processor,
      make: (...args) => held.then(() => processor.make(...args)),
    })
    const { id } = await store.upload(original)
    const controller = new AbortController()
    const waiting = store.variants.ensure(id, 'thumbnail', { signal: controller.signal })
    const patient = store.variants.ensure(id, 'thumbnail')
    setImmediate(() => controller.abort(new Error('gone')))
    await expect(waiting).rejects.toThrow('gone')
    release()
    expect((await patient).variants).toHaveLength(1)
  })

  it('that fail after the last caller has gone are no unhandled rejections', async () => {
    const { open } = ports()
    let fail = () => {}
    const failing = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('the decoder crashed'))
    })
    const store = open(fakeProcessor({ thumbnail: 'on-demand' }, { make: () => failing }).processor)
    const asset = await store.upload(original)
    const controller = new AbortController()
    const waiting = store.variants.ensure(asset, 'thumbnail', { signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    fail()
    await store.close()
  })

  it('of another process are not waited for by close', async () => {
    const { open, metadata } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const store = open(processor)
    const asset = await store.upload(original)
    await metadata.leases.acquire({
      name: `variant/${asset.id}/thumbnail`,
      holder: 'another process',
      duration: 60_000,
    })
    const gone = new AbortController()
    const callers = [{}, { signal: new AbortController().signal }, { signal: gone.signal }]
    const waiting = callers.map((options) => store.variants.ensure(asset, 'thumbnail', options))
    for (const each of waiting) each.catch(() => {})
    const reason = new Error('gone')
    gone.abort(reason)
    await store.close()
    await expect(waiting[0]).rejects.toMatchObject({ code: 'closed' })
    await expect(waiting[1]).rejects.toMatchObject({ code: 'closed' })
    await expect(waiting[2]).rejects.toBe(reason)
  })

  it('are taken from the other process that was faster', async () => {
    const { open, metadata } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const other = open(processor, {
      metadata: replacing(metadata, { leases: { acquire: async () => true } }),
    })
    const store = open({
      ...processor,
      async make(...args) {
        await other.variants.ensure(asset.id, 'thumbnail')
        return processor.make(...args)
      },
    })
    const asset = await store.upload(original)
    expect((await store.variants.ensure(asset, 'thumbnail')).variants).toHaveLength(1)
  })
})
