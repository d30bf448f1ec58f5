import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { isStowageError } from '@stowage/core'
import type { VariantResult, VariantSource } from '@stowage/core/ports'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { childProcesses } from '../testing/child-processes.ts'
import { quadrants } from '../testing/quadrants.ts'
import { factsOf, pictureOf, readBy } from '../testing/staged.ts'
import type { SharpVariantsOptions } from './options.ts'
import { sharpVariants } from './sharp-variants.ts'

const opened: ReturnType<typeof sharpVariants>[] = []
afterEach(async () => {
  for (const processor of opened.splice(0)) await processor.close?.()
})

function open(options?: SharpVariantsOptions): ReturnType<typeof sharpVariants> {
  const processor = sharpVariants(options)
  opened.push(processor)
  return processor
}

async function photo(width: number, height: number): Promise<VariantSource> {
  return pictureOf(await quadrants(width, height).jpeg({ quality: 100 }).toBuffer(), 'image/jpeg')
}

function sizesOf({ made }: VariantResult): unknown[] {
  return made.map(({ name, width, height }) => [name, width, height])
}

describe('sharpVariants', () => {
  it('offers a thumbnail with the upload and an optimized version on demand', () => {
    expect(open().plans).toMatchObject([
      { name: 'thumbnail', timing: 'immediately', preview: true },
      { name: 'optimized', timing: 'on-demand', preview: false },
    ])
  })

  it.skipIf(process.platform !== 'linux')(
    'makes what nobody waits for in processes that let others go first',
    async () => {
      const { make } = open()
      const before = new Set(await childProcesses())
      const priorities: number[] = []
      for (const when of ['background', 'request', 'upload'] as const) {
        expect(sizesOf(await make(await photo(40, 20), ['thumbnail'], { when }))).toHaveLength(1)
        for (const id of (await childProcesses()).filter((id) => !before.has(id))) {
          before.add(id)
          priorities.push(getPriority(Number(id)) - getPriority())
        }
      }
      // The last one takes the process of the one before.
      expect(priorities).toEqual([10, 0])
    },
  )

  it('says which variants are cropped, and changes their settings with their options', () => {
    const card = { width: 320, height: 200, fit: 'cover' } as const
    const planOf = (options: object) =>
      open({ variants: { card: { ...card, ...options } } }).plans.find(
        ({ name }) => name === 'card',
      )
    expect(planOf({})?.isCropped).toBe(true)
    expect(planOf({ fit: 'inside' })?.isCropped).toBe(false)
    const settings = [{}, { quality: 70 }, { width: 321 }, { fit: 'inside' }, { format: 'webp' }]
    expect(new Set(settings.map((options) => planOf(options)?.settings)).size).toBe(5)
    expect(planOf({ timing: 'immediately' })?.settings).toBe(planOf({})?.settings)
  })

  it('makes several variants of one picture, none enlarged', async () => {
    const processor = open({
      isolation: 'none',
      variants: { card: { width: 320, height: 200, fit: 'cover', format: 'webp' } },
    })
    const names = ['thumbnail', 'optimized', 'card']
    expect(sizesOf(await processor.make(await photo(3000, 2000), names))).toEqual([
      ['thumbnail', 300, 200],
      ['optimized', 2560, 1707],
      ['card', 320, 200],
    ])
    expect(sizesOf(await processor.make(await photo(30, 20), ['thumbnail']))).toEqual([
      ['thumbnail', 30, 20],
    ])
  })

  it('blames no picture when its bytes do not come: unavailable, and the next one is made', async () => {
    const processor = open({ concurrency: 1, limits: { timeMs: 200 } })
    const good = await photo(40, 30)
    expect(sizesOf(await processor.make(good, ['thumbnail']))).toEqual([['thumbnail', 40, 30]])
    const stuck = readBy(good, () => new Promise<never>(() => {}))
    await expect(processor.make(stuck, ['thumbnail'])).rejects.toMatchObject({
      code: 'unavailable',
    })
    const failing = readBy(good, () => Promise.reject(new Error('EIO')))
    await expect(processor.make(failing, ['thumbnail'])).rejects.toThrow('EIO')
    const after = open({ concurrency: 1 })
    expect(sizesOf(await after.make(good, ['thumbnail']))).toEqual([['thumbnail', 40, 30]])
  })

  it('leaves out an optimized version that is not smaller than the original', async () => {
    const content = await quadrants(200, 100).jpeg({ quality: 10 }).toBuffer()
    const processor = open({ isolation: 'none' })
    expect(await processor.make(pictureOf(content, 'image/jpeg'), ['optimized'])).toEqual({
      made: [],
      failed: [],
    })
  })

  it('of an animation makes the first frame as thumbnail and nothing optimized', async () => {
    const frames = [quadrants(64, 48), quadrants(64, 48).negate()]
    const pages = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
    const processor = open({ isolation: 'none' })
    for (const format of ['gif', 'webp'] as const) {
      const content = await sharp(pages, { join: { animated: true } })
        .toFormat(format)
        .toBuffer()
      const source = pictureOf(content, `image/${format}`)
      const result = await processor.make(source, ['thumbnail', 'optimized'])
      expect(sizesOf(result)).toEqual([['thumbnail', 64, 48]])
      expect(result.failed).toEqual([])
    }
  })

  it('puts transparency on white where the format has none', async () => {
    const clear = await quadrants().ensureAlpha(0).png().toBuffer()
    const processor = open({ isolation: 'none', variants: { thumbnail: { format: 'jpeg' } } })
    const { made } = await processor.make(pictureOf(clear, 'image/png'), ['thumbnail'])
    const pixels = await sharp(made[0]?.content).raw().toBuffer()
    expect(Math.min(...pixels)).toBeGreaterThan(250)
  })

  it('accepts the promised formats within the limit of pixels', () => {
    const processor = open()
    expect(processor.accepts(factsOf('image/png', 100, 100))).toBe(true)
    expect(processor.accepts(factsOf('image/heic'))).toBe(true)
    expect(processor.accepts(factsOf('image/png', 30_000, 30_000))).toBe(false)
    expect(processor.accepts(factsOf('image/vnd.adobe.photoshop', 100, 100))).toBe(false)
    expect(processor.accepts(factsOf('application/pdf'))).toBe(false)
  })

  it('fails files over the limit of bytes, and types that it does not accept', async () => {
    const source = await photo(64, 48)
    const { size } = source.file
    const within = open({ isolation: 'none', limits: { fileSize: size } })
    expect((await within.make(source, ['thumbnail'])).failed).toEqual([])
    const over = open({ isolation: 'none', limits: { fileSize: size - 1 } })
    expect((await over.make(source, ['thumbnail'])).failed).toEqual(['thumbnail'])
    const psd = pictureOf(Buffer.from('8BPS'), 'image/vnd.adobe.photoshop')
    expect((await over.make(psd, ['thumbnail'])).failed).toEqual(['thumbnail'])
  })

  it('ignores names that it has no variant for', async () => {
    const processor = open({ variants: { optimized: false } })
    expect(processor.plans).toHaveLength(1)
    const result = await processor.make(await photo(64, 48), ['optimized', 'poster'])
    expect(result).toEqual({ made: [], failed: [] })
  })

  it.each([
    { argument: 'variants.Big', options: { variants: { Big: { width: 1, height: 1 } } } },
    { argument: 'variants.card.height', options: { variants: { card: { width: 1 } } } },
    {
      argument: 'variants.thumbnail.quality',
      options: { variants: { thumbnail: { quality: 101 } } },
    },
    {
      argument: 'variants.thumbnail.quality',
      options: { variants: { thumbnail: { quality: 0 } } },
    },
    { argument: 'limits.drawingTimeMs', options: { limits: { drawingTimeMs: 0 } } },
    { argument: 'limits.timeMs', options: { limits: { timeMs: 2 ** 29 + 1 } } },
    { argument: 'concurrency', options: { concurrency: 0 } },
    { argument: 'limits.timeMs', options: { limits: { timeMs: 0.5 } } },
    { argument: 'variants', options: { variants: ['card'] } },
    { argument: 'variants.thumbnail', options: { variants: { thumbnail: true } } },
    { argument: 'variants.thumbnail.with', options: { variants: { thumbnail: { with: 1 } } } },
    { argument: 'variants.thumbnail.fit', options: { variants: { thumbnail: { fit: 'fill' } } } },
    {
      argument: 'variants.thumbnail.width',
      options: { variants: { thumbnail: { width: 16384 } } },
    },
    { argument: 'isolation', options: { isolation: 'thread' } },
    { argument: 'thumbnail', options: { thumbnail: { width: 100 } } },
  ])('says what $argument must be', ({ argument, options }) => {
    expect(() => sharpVariants(options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
    )
  })

  it.each([
    [{ thumbnail: { width: 100 } }, /Did you mean variants\.thumbnail\?/],
    [{ variants: { card: { width: 1 } } }, /height is missing\. It must be .* from 1 to 16383/],
  ])('says what to do instead of %j', (options, message) => {
    expect(() => sharpVariants(options as never)).toThrow(message)
  })

  it('rejects with the reason of its signal', async () => {
    const processor = open()
    const source = await photo(64, 48)
    const making = processor.make(source, ['thumbnail'], { signal: AbortSignal.abort('enough') })
    await expect(making).rejects.toBe('enough')
    const abort = new AbortController()
    const late = processor.make(source, ['thumbnail'], { signal: abort.signal })
    abort.abort('too late')
    await expect(late).rejects.toBe('too late')
    expect((await processor.make(source, ['thumbnail'])).made).toHaveLength(1)
  })

  it('refuses a picture when as many wait as may, and makes the first of another tenant at once', async () => {
    const processor = open({ concurrency: 1, queue: 1 })
    const source = await photo(64, 48)
    let go: (() => void) | undefined
    const gate = new Promise<void>((resolve) => (go = resolve))
    const held = readBy(source, (range) => gate.then(() => source.file.read(range)))
    const first = processor.make(held, ['thumbnail'])
    const second = processor.make(source, ['thumbnail'])
    await expect(processor.make(source, ['thumbnail'])).rejects.toMatchObject({
      code: 'unavailable',
    })
    const other = await processor.make({ ...source, tenant: 'other' }, ['thumbnail'])
    expect(other.made).toHaveLength(1)
    go?.()
    for (const making of [first, second]) expect((await making).made).toHaveLength(1)
  })

  it('rejects as reading the file does, and goes on', async () => {
    const processor = open({ concurrency: 1 })
    const source = await photo(64, 48)
    const broken = readBy(source, () => Promise.reject(new Error('disk')))
    await expect(processor.make(broken, ['thumbnail'])).rejects.toThrow('disk')
    expect((await processor.make(source, ['thumbnail'])).made).toHaveLength(1)
  })

  it('after close refuses new pictures and ends those under way', async () => {
    const processor = open()
    const source = await photo(4000, 3000)
    const making = processor.make(source, ['thumbnail']).catch((error: unknown) => error)
    await processor.close?.()
    expect(isStowageError(await making, 'closed')).toBe(true)
    const refused = await processor.make(source, ['thumbnail']).catch((error: unknown) => error)
    expect(isStowageError(refused, 'closed')).toBe(true)
    await processor.close?.()
  })

  it('replaces a process after its number of pictures', async () => {
    const processor = open({ concurrency: 1, picturesPerProcess: 2 })
    const source = await photo(64, 48)
    const seen = new Set<string>()
    for (let picture = 0; picture < 4; picture++) {
      expect((await processor.make(source, ['thumbnail'])).made).toHaveLength(1)
      for (const child of await childProcesses()) seen.add(child)
    }
    if (process.platform === 'linux') expect(seen.size).toBe(2)
  })

  it.skipIf(process.platform !== 'linux')(
    'is unavailable, not failed, when the system ends the process',
    async () => {
      const processor = open({ concurrency: 1 })
      const source = await photo(6000, 4000)
      await processor.make(await photo(64, 48), ['thumbnail'])
      const making = processor
        .make(source, ['thumbnail', 'optimized'])
        .catch((error: unknown) => error)
      for (const child of await childProcesses()) process.kill(Number(child), 'SIGKILL')
      expect(isStowageError(await making, 'unavailable')).toBe(true)
      expect((await processor.make(source, ['thumbnail'])).made).toHaveLength(1)
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'gives its processes none of the secrets in the environment',
    async () => {
      process.env.STOWAGE_TEST_SECRET = 'do not tell'
      const processor = open({ concurrency: 1 })
      await processor.make(await photo(64, 48), ['thumbnail'])
      delete process.env.STOWAGE_TEST_SECRET
      const [child] = await childProcesses()
      const environment = await readFile(`/proc/${child}/environ`, 'latin1')
      expect(environment).toContain('PATH=')
      expect(environment).not.toContain('STOWAGE_TEST_SECRET')
    },
  )
})
