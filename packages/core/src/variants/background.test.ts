import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor } from './variant-processor.ts'

/** Long enough for any machine. */
const SOON = { timeout: 60_000 }
const PLANS = { thumbnail: 'immediately', optimized: 'on-demand' } as const

describe('variants in the background', () => {
  it('are made by a job right after the upload, which does not wait for them', async () => {
    const { processor, asked } = fakeProcessor(PLANS)
    const { open } = ports()
    const store = open({ processor, when: 'background' })
    onTestFinished(() => store.close())
    const { id, variants } = await store.upload(original)
    expect(variants).toEqual([])
    await vi.waitFor(
      async () => expect((await store.get(id)).variants).toMatchObject([{ name: 'thumbnail' }]),
      SOON,
    )
    await vi.waitFor(async () => expect((await store.jobs.list()).jobs).toEqual([]), SOON)
    expect(asked).toEqual(['thumbnail'])
  })

  it('tell the processor that nobody waits for them, unlike those of a request', async () => {
    const { processor } = fakeProcessor(PLANS)
    const asked: unknown[] = []
    const make: VariantProcessor['make'] = async (source, names, options) => {
      asked.push([...names, options?.when])
      return processor.make(source, names, options)
    }
    const store = ports().open({ processor: { ...processor, make }, when: 'background' })
    onTestFinished(() => store.close())
    const { id } = await store.upload(original)
    await vi.waitFor(async () => expect((await store.jobs.list()).jobs).toEqual([]), SOON)
    await store.variants.ensure(id, 'optimized')
    expect(asked).toEqual([
      ['thumbnail', 'background'],
      ['optimized', 'request'],
    ])
  })

  it('are made once when the first request comes before the job ends', async () => {
    const { open } = ports()
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const { processor, asked } = fakeProcessor(PLANS)
    const make: VariantProcessor['make'] = async (...given) => {
      await begun
      return processor.make(...given)
    }
    const store = open({ processor: { ...processor, make }, when: 'background' })
    onTestFinished(() => store.close())
    const asset = await store.upload(original)
    const requested = store.variants.ensure(asset, 'thumbnail')
    begin()
    expect((await requested).variants).toMatchObject([{ name: 'thumbnail' }])
    await vi.waitFor(async () => expect((await store.jobs.list()).jobs).toEqual([]), SOON)
    expect(asked).toEqual(['thumbnail'])
  })

  it('are made by another process where this one runs no jobs', async () => {
    const { processor } = fakeProcessor(PLANS)
    const { open } = ports()
    const web = open({ processor, when: 'background' }, { jobs: { work: false } })
    const { id } = await web.upload(original)
    const { jobs } = await web.jobs.list()
    expect(jobs).toMatchObject([{ kind: 'stowage.variants', key: id, payload: { id } }])
    const worker = open({ processor, when: 'background' })
    onTestFinished(() => worker.close())
    await vi.waitFor(
      async () => expect((await web.get(id)).variants).toMatchObject([{ name: 'thumbnail' }]),
      SOON,
    )
  })

  it('wait for a process with a processor, whatever processes without one run meanwhile', async () => {
    const { processor } = fakeProcessor(PLANS)
    const { open, metadata, blobs } = ports()
    const web = open({ processor, when: 'background' }, { jobs: { work: false } })
    const { id } = await web.upload(original)
    const without = createAssetStore({
      metadata,
      blobs,
      location: 'served',
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => without.close())
    let isOver = () => {}
    const over = new Promise<void>((resolve) => {
      isOver = resolve
    })
    without.jobs.define('other', isOver)
    await without.jobs.enqueue('other', null)
    await over
    expect((await web.jobs.list({ kind: 'stowage.variants' })).jobs).toMatchObject([
      { key: id, state: 'waiting', attempt: 0 },
    ])
    const worker = open({ processor, when: 'background' })
    onTestFinished(() => worker.close())
    await vi.waitFor(
      async () => expect((await web.get(id)).variants).toMatchObject([{ name: 'thumbnail' }]),
      SOON,
    )
  })

  it('are tried again after the processor was too busy, and not after the file was at fault', async () => {
    const { processor } = fakeProcessor(PLANS)
    const busy = {
      ...processor,
      make: () => Promise.reject(new StowageError('unavailable', 'busy')),
    }
    const damaged: VariantProcessor['make'] = async (_, names) => ({ made: [], failed: names })
    const first = ports()
    const store = first.open({ processor: busy, when: 'background' })
    onTestFinished(() => store.close())
    await store.upload(original)
    await vi.waitFor(async () => {
      const [job] = (await store.jobs.list()).jobs
      expect(job).toMatchObject({ state: 'waiting' })
      expect(job?.attempt).toBeGreaterThan(0)
    }, SOON)
    const second = ports().open({ processor: { ...processor, make: damaged }, when: 'background' })
    onTestFinished(() => second.close())
    const { id } = await second.upload(original)
    await vi.waitFor(async () => expect((await second.jobs.list()).jobs).toEqual([]), SOON)
    expect((await second.get(id)).failedVariants).toEqual([{ name: 'thumbnail', attempts: 1 }])
  })

  it('follow new content, and a late verdict of the scan', async () => {
    const { processor } = fakeProcessor(PLANS)
    const store = ports().open(
      { processor, when: 'background' },
      { scan: () => 'wait', jobs: { work: false } },
    )
    const { id } = await store.upload(original)
    expect((await store.jobs.list()).jobs).toEqual([])
    await store.admin.resolveScan(id, 'clean')
    expect((await store.jobs.list()).jobs).toMatchObject([{ key: id }])
    const open = ports().open({ processor, when: 'background' }, { jobs: { work: false } })
    const text = await open.upload(Buffer.from('a text'), { name: 'a.txt' })
    expect((await open.jobs.list()).jobs).toEqual([])
    await open.versions.replace(text.id, original, { name: 'a.svg' })
    expect((await open.jobs.list()).jobs).toMatchObject([{ key: text.id }])
  })

  it("are not made with when: 'request' until somebody asks", async () => {
    const { processor, asked } = fakeProcessor(PLANS)
    const store = ports().open({ processor, when: 'request' })
    const asset = await store.upload(original)
    expect([(await store.jobs.list()).jobs, asked]).toEqual([[], []])
    expect(store.variants.offers(asset, 'thumbnail')).toBe(true)
  })
})
