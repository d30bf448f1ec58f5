import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { fakeProcessor, original, ports } from '../variants/fake-processor.fixture.ts'
import type { VariantProcessor } from '../variants/variant-processor.ts'

const PREVIEW = { placeholder: 'HBgKFYJ2eHeIhndwh3d3d3d3d3d3', color: '#0a7f80' }

/** Makes a thumbnail with a preview. */
function withPreview(overrides: Partial<VariantProcessor> = {}) {
  const plans = [{ name: 'thumbnail', timing: 'immediately', preview: true }] as const
  const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
  const made = [{ name: 'thumbnail', content: Buffer.from('new'), ...facts, preview: PREVIEW }]
  const make = async () => ({ made, failed: [] })
  return fakeProcessor({}, { plans, make, ...overrides }).processor
}

describe('fillVariants', () => {
  it('makes what is missing, of all tenants, once', async () => {
    const { open } = ports()
    const before = open(fakeProcessor({}).processor)
    const ours = await before.upload(original)
    const theirs = await before.for({ tenant: 'acme' }).upload(original)
    await before.upload(Buffer.from('no picture'))
    const trashed = await before.upload(original)
    await before.trash([trashed.id])
    const store = open(withPreview())
    const progress: number[] = []
    const report = await store.admin.fillVariants({
      onProgress: ({ records }) => progress.push(records),
    })
    expect(report).toEqual({ records: 4, made: 2, unneeded: 0, failed: 0, skipped: 0 })
    expect(progress.at(-1)).toBe(4)
    expect(store.pictures.preview(await store.get(ours.id))).toEqual(PREVIEW)
    const acme = store.for({ tenant: 'acme' })
    expect((await acme.get(theirs.id)).variants).toHaveLength(1)
    expect(await store.admin.fillVariants()).toMatchObject({ made: 0, failed: 0 })
  })

  it('reports its end, also of a store without files', async () => {
    const progress: number[] = []
    await ports()
      .open(withPreview())
      .admin.fillVariants({ onProgress: ({ records }) => progress.push(records) })
    expect(progress).toEqual([0])
  })

  it('makes older thumbnails again when they have no preview', async () => {
    const { open } = ports()
    const { id, variants } = await open(
      fakeProcessor({ thumbnail: 'immediately' }).processor,
    ).upload(original)
    const store = open(withPreview())
    expect(await store.admin.fillVariants()).toMatchObject({ made: 1 })
    const after = await store.get(id)
    expect(after.variants).toMatchObject([{ name: 'thumbnail', preview: PREVIEW }])
    expect(after.variants[0]?.blobKey).not.toBe(variants[0]?.blobKey)
  })

  it('keeps an older thumbnail until a new one takes its place', async () => {
    const { open, metadata } = ports()
    const { id, variants } = await open(
      fakeProcessor({ thumbnail: 'immediately' }).processor,
    ).upload(original)
    const now = () => metadata.assets.get({ id })
    const seen: unknown[] = []
    const dying = open(
      withPreview({
        async make() {
          seen.push((await now())?.variants)
          throw new Error('no process')
        },
      }),
      { onError: () => {} },
    )
    expect(await dying.admin.fillVariants()).toMatchObject({ made: 0, failed: 0, skipped: 1 })
    const broken = open(withPreview({ make: async () => ({ made: [], failed: ['thumbnail'] }) }))
    expect(await broken.admin.fillVariants()).toMatchObject({ made: 0, failed: 1 })
    expect(await now()).toMatchObject({ variants, failedVariants: [{ attempts: 1 }] })
    expect(await broken.admin.fillVariants()).toMatchObject({ made: 0, failed: 0 })
    const store = open(withPreview())
    expect((await store.variants.retry(id)).variants).toMatchObject([{ preview: PREVIEW }])
    expect(await now()).toMatchObject({ failedVariants: [] })
    expect(seen).toEqual([variants])
  })

  it('leaves older thumbnails alone without previews', async () => {
    const { open } = ports()
    const first = open(fakeProcessor({ thumbnail: 'immediately' }).processor)
    const { id, variants } = await first.upload(original)
    const store = open(withPreview())
    expect(await store.admin.fillVariants({ previews: false })).toMatchObject({ made: 0 })
    expect((await store.get(id)).variants).toEqual(variants)
  })

  it('asks the processor that makes the thumbnail whether it has a preview', async () => {
    const { open } = ports()
    const text = Buffer.from('some text')
    const texts = fakeProcessor(
      { thumbnail: 'immediately' },
      { accepts: ({ type }) => type === 'document' },
    ).processor
    const pictures = withPreview({ accepts: ({ type }) => type === 'image' })
    const store = open([pictures, texts])
    const { id, variants } = await store.upload(text)
    expect(variants).toHaveLength(1)
    expect(await store.admin.fillVariants()).toMatchObject({ made: 0 })
    expect((await store.get(id)).variants).toEqual(variants)
  })

  it('counts what needs no variant apart from what cannot be decoded, and goes on with the next', async () => {
    const { open } = ports()
    const { id } = await open(fakeProcessor({}).processor).upload(original)
    const { processor } = fakeProcessor({ small: 'immediately', thumbnail: 'immediately' })
    const store = open({
      ...processor,
      make: async (source, names, options) =>
        names.includes('small') ? { made: [], failed: [] } : processor.make(source, names, options),
    })
    expect(await store.admin.fillVariants()).toMatchObject({ made: 1, unneeded: 0, failed: 0 })
    expect((await store.get(id)).variants).toMatchObject([{ name: 'thumbnail' }])
    await open(fakeProcessor({}).processor).upload(original)
    const none = open({ ...processor, make: async () => ({ made: [], failed: [] }) })
    expect(await none.admin.fillVariants()).toMatchObject({ made: 0, unneeded: 1, failed: 0 })
    expect(await none.admin.fillVariants()).toMatchObject({ unneeded: 0 })
  })

  it('tries a file once that cannot be decoded', async () => {
    const { open } = ports()
    const { id } = await open(fakeProcessor({}).processor).upload(original)
    const make = async () => ({ made: [], failed: ['thumbnail'] })
    const store = open(withPreview({ make }))
    expect(await store.admin.fillVariants()).toMatchObject({ made: 0, failed: 1 })
    expect((await store.get(id)).failedVariants).toEqual([{ name: 'thumbnail', attempts: 1 }])
    expect(await store.admin.fillVariants()).toMatchObject({ failed: 0 })
  })

  it('waits for a busy processor, and skips what cannot be made now', async () => {
    const { open } = ports()
    await open(fakeProcessor({}).processor).upload(original)
    let calls = 0
    const busy = withPreview()
    const store = open({
      ...busy,
      async make(...given) {
        calls += 1
        if (calls === 1) throw new StowageError('unavailable', 'busy')
        return busy.make(...given)
      },
    })
    expect(await store.admin.fillVariants()).toMatchObject({ made: 1, skipped: 0 })
    expect(calls).toBe(2)
  })

  it('ends when its signal aborts', async () => {
    const { open } = ports()
    await open(fakeProcessor({}).processor).upload(original)
    const ending = new AbortController()
    const store = open(
      withPreview({
        async make() {
          ending.abort(new Error('enough'))
          await delay(60_000, undefined, { ref: false })
          return { made: [], failed: [] }
        },
      }),
    )
    const run = store.admin.fillVariants({ signal: ending.signal })
    await expect(run).rejects.toThrow('enough')
  })
})
