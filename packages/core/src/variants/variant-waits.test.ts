import { describe, expect, it } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor } from './variant-processor.ts'

/** Never makes anything, and notes when its work is no longer wanted. */
function endless() {
  const reasons: unknown[] = []
  let begun = () => {}
  const begins = new Promise<void>((resolve) => {
    begun = resolve
  })
  const make: VariantProcessor['make'] = (_source, _names, { signal } = {}) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reasons.push(signal.reason)
        reject(signal.reason)
      })
      begun()
    })
  return { make, reasons, begins }
}

describe('an upload whose thumbnail is not made in time', () => {
  it('is stored without it, the work is ended, and the first request makes it', async () => {
    const { open, countBlobs } = ports()
    const { make, reasons } = endless()
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const slow = open({ processor: { ...processor, make }, waitMs: 1 })
    const asset = await slow.upload(original)
    expect(asset.variants).toEqual([])
    expect(asset.failedVariants).toEqual([])
    expect(reasons).toHaveLength(1)
    expect(slow.variants.offers(asset, 'thumbnail')).toBe(true)
    expect((await open(processor).variants.ensure(asset, 'thumbnail')).variants).toHaveLength(1)
    expect(await countBlobs()).toBe(2)
  })

  it('waits in vain once only, however many files it has', async () => {
    const { open, countBlobs } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    let asked = 0
    const never = endless().make
    const make: VariantProcessor['make'] = (...given) => {
      asked += 1
      return never(...given)
    }
    const store = open({ processor: { ...processor, make }, waitMs: 1 })
    const files = Array.from({ length: 5 }, () => ({ source: original }))
    const assets = await store.uploadMany(files)
    expect(asked).toBe(1)
    for (const asset of assets) {
      expect(asset.failedVariants).toEqual([])
      expect(store.variants.offers(asset, 'thumbnail')).toBe(true)
    }
    expect(await countBlobs()).toBe(5)
    await store.upload(original)
    expect(asked).toBe(2)
  })

  it('is stored also when the processor does not listen to its signal', async () => {
    const { open } = ports()
    const make = () => new Promise<never>(() => {})
    const { processor } = fakeProcessor({ thumbnail: 'immediately' }, { make })
    const asset = await open({ processor, waitMs: 1 }).upload(original)
    expect(asset.variants).toEqual([])
  })

  it('is refused where that is asked for', async () => {
    const { open, countBlobs } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'immediately' }, { make: endless().make })
    const store = open({ processor, waitMs: 1, whenBusy: 'refuse' })
    await expect(store.upload(original)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await countBlobs()).toBe(0)
  })

  it('rejects with the reason of its own signal', async () => {
    const { open, countBlobs } = ports()
    const { make, reasons, begins } = endless()
    const { processor } = fakeProcessor({ thumbnail: 'immediately' }, { make })
    const controller = new AbortController()
    const uploading = open({ processor, waitMs: 600_000 }).upload(original, {
      signal: controller.signal,
    })
    uploading.catch(() => {})
    await begins
    controller.abort(new Error('gone'))
    await expect(uploading).rejects.toThrow('gone')
    expect(reasons).toEqual([new Error('gone')])
    expect(await countBlobs()).toBe(0)
  })
})

describe('a variant processor', () => {
  it('gets the tenant of the file', async () => {
    const { open } = ports()
    const tenants: string[] = []
    const { processor } = fakeProcessor({ thumbnail: 'immediately', card: 'on-demand' })
    const store = open({
      ...processor,
      make(source, ...rest) {
        tenants.push(source.tenant)
        return processor.make(source, ...rest)
      },
    }).for({ tenant: 'somebody' })
    await store.variants.ensure(await store.upload(original), 'card')
    expect(tenants).toEqual(['somebody', 'somebody'])
  })

  it('cannot add variants that it was not asked for, nor one twice', async () => {
    const { open, countBlobs } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'immediately', card: 'on-demand' })
    const store = open({
      ...processor,
      make: (source, names, options) =>
        processor.make(source, [...names, 'thumbnail', 'card', 'thumbnail', 'other'], options),
    })
    const asset = await store.upload(original)
    expect(asset.variants.map(({ name }) => name)).toEqual(['thumbnail'])
    expect((await store.variants.ensure(asset, 'card')).variants).toHaveLength(2)
    expect(await countBlobs()).toBe(3)
  })

  it('that is at fault is reported, one that has too much to do is not', async () => {
    const { open } = ports()
    const errors: unknown[] = []
    const cause = new Error('no binary')
    for (const options of [{ cause }, {}]) {
      const make = () => Promise.reject(new StowageError('unavailable', 'not now', options))
      const { processor } = fakeProcessor({ thumbnail: 'immediately' }, { make })
      await open(processor, { onError: (error) => errors.push(error) }).upload(original)
    }
    expect(errors).toMatchObject([{ cause }])
  })

  it('that can make nothing here is reported by createAssetStore', async () => {
    const { open } = ports()
    const failure = new StowageError('variants_unavailable', 'install it')
    const { processor } = fakeProcessor(
      { thumbnail: 'immediately' },
      { prepare: () => Promise.reject(failure) },
    )
    const reported = await new Promise((resolve) => open(processor, { onError: resolve }))
    expect(reported).toBe(failure)
  })
})

describe('a variant on demand', () => {
  it('is aborted when its last caller leaves, and begun anew for the next caller', async () => {
    const { open } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const { make, reasons, begins } = endless()
    const makes = [make, processor.make]
    const store = open({
      ...processor,
      make: (...args) => (makes.shift() ?? processor.make)(...args),
    })
    const { id } = await store.upload(original)
    const [first, second] = [new AbortController(), new AbortController()]
    const waiting = [first, second].map(({ signal }) =>
      store.variants.ensure(id, 'thumbnail', { signal }),
    )
    for (const each of waiting) each.catch(() => {})
    await begins
    first.abort(new Error('first gone'))
    await expect(waiting[0]).rejects.toThrow('first gone')
    expect(reasons).toEqual([])
    second.abort(new Error('second gone'))
    const anew = store.variants.ensure(id, 'thumbnail')
    await expect(waiting[1]).rejects.toThrow('second gone')
    expect(reasons).toEqual([new Error('second gone')])
    expect((await anew).variants).toHaveLength(1)
  })

  it('that is tried again ends with the reason of its signal', async () => {
    const { open } = ports()
    const { make, begins } = endless()
    const makes: VariantProcessor['make'][] = [
      async (_, names) => ({ made: [], failed: names }),
      make,
    ]
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const store = open({
      ...processor,
      make: (...args) => (makes.shift() ?? processor.make)(...args),
    })
    const { id } = await store.upload(original)
    const controller = new AbortController()
    const retrying = store.variants.retry(id, { signal: controller.signal })
    await begins
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(retrying).rejects.toBe(reason)
  })

  it('that was unavailable once is made at the next request', async () => {
    const { open } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'on-demand' })
    const busy: VariantProcessor['make'] = () =>
      Promise.reject(new StowageError('unavailable', 'too many'))
    const makes = [busy]
    const store = open({
      ...processor,
      make: (...args) => (makes.shift() ?? processor.make)(...args),
    })
    const asset = await store.upload(original)
    await expect(store.variants.ensure(asset, 'thumbnail')).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await store.variants.ensure(asset, 'thumbnail')).variants).toHaveLength(1)
  })
})

describe('close', () => {
  it.each([
    ['that listens to its signal', () => endless().make],
    ['that does not', () => () => new Promise<never>(() => {})],
  ])('waits no longer than its time-out for a processor %s', async (_, never) => {
    const { open, countBlobs } = ports()
    const { processor } = fakeProcessor({ card: 'on-demand' })
    let begun = () => {}
    const begins = new Promise<void>((resolve) => {
      begun = resolve
    })
    const hanging = never()
    const make: VariantProcessor['make'] = (...given) => {
      begun()
      return hanging(...given)
    }
    const store = open({ ...processor, make }, { advanced: { closeTimeout: 1 } })
    const asset = await store.upload(original)
    const demanding = store.variants.ensure(asset, 'card')
    demanding.catch(() => {})
    await begins
    await store.close()
    await expect(demanding).rejects.toMatchObject({ code: 'closed' })
    expect(await countBlobs()).toBe(1)
  })
})
