import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VariantProcessor, VariantResult } from '@stowage/core/ports'
import { forSeeds, type Random } from '@stowage/testing/seeds'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import {
  hugePng,
  laughingSvg,
  longGif,
  manyPagedTiff,
  mutated,
  noisySvg,
  repeatingSvg,
  slowSvg,
  svg,
} from '../testing/hostile.ts'
import { coloursOf, quadrants } from '../testing/quadrants.ts'
import { samples } from '../testing/samples.ts'
import { pictureOf } from '../testing/staged.ts'
import { sharpVariants } from './sharp-variants.ts'

const MiB = 1024 ** 2
/** Resident bytes that this process may grow by while others decode what is hostile. */
const OWN_GROWTH = 96 * MiB
const FAILED: VariantResult = { made: [], failed: ['thumbnail'] }

const processor = sharpVariants({ concurrency: 2, queue: 200, limits: { memory: 512 * MiB } })
afterAll(() => processor.close?.())

function thumbnail(
  content: Uint8Array,
  mimeType: string,
  by: VariantProcessor = processor,
): Promise<VariantResult> {
  return by.make(pictureOf(content, mimeType), ['thumbnail'])
}

async function expectAlive(by: VariantProcessor = processor): Promise<void> {
  const { made } = await thumbnail(await quadrants().png().toBuffer(), 'image/png', by)
  expect(made).toHaveLength(1)
}

describe('sharpVariants, hostile pictures', () => {
  it('a PNG of 30,000 × 30,000 fails without being decoded', async () => {
    expect(await thumbnail(hugePng(30_000), 'image/png')).toEqual(FAILED)
  })

  it('a PNG just within the limit of pixels is decoded in bounded memory', async () => {
    const { made } = await thumbnail(hugePng(16_000), 'image/png')
    expect(made).toMatchObject([{ width: 300, height: 300 }])
  })

  it('one pixel over the limit fails, the limit itself does not', async () => {
    const content = await quadrants(64, 48).png().toBuffer()
    for (const [pixels, count] of [
      [64 * 48, 1],
      [64 * 48 - 1, 0],
    ] as const) {
      const limited = sharpVariants({ isolation: 'none', limits: { pixels } })
      expect((await thumbnail(content, 'image/png', limited)).made).toHaveLength(count)
    }
  })

  it('a GIF of 10,000 frames gives its first', async () => {
    const { made } = await thumbnail(longGif(10_000), 'image/gif')
    expect(made).toMatchObject([{ width: 1, height: 1 }])
  })

  it('a TIFF of 1,000 pages gives its first', async () => {
    const { made } = await thumbnail(manyPagedTiff(1000), 'image/tiff')
    expect(made).toMatchObject([{ width: 1, height: 1 }])
  })

  it('an SVG with a billion laughs fails', async () => {
    expect(await thumbnail(laughingSvg(), 'image/svg+xml')).toEqual(FAILED)
  })

  it('an SVG of 100,000 × 100,000 fails', async () => {
    const content = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect/></svg>',
    )
    expect(await thumbnail(content, 'image/svg+xml')).toEqual(FAILED)
  })

  it('an SVG does not get files or pages that it refers to', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-'))
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    try {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const file = path.join(directory, 'secret.png')
      await writeFile(file, await quadrants(100, 100).png().toBuffer())
      for (const url of [pathToFileURL(file).href, file, `http://127.0.0.1:${port}/picture.png`]) {
        const image = `<image href="${url}" width="100" height="100"/>`
        const style = `<style>@import url("${url}"); rect { fill: url("${url}#a") }</style>`
        const { made } = await thumbnail(svg(`${style}${image}`), 'image/svg+xml')
        const [variant] = made
        if (variant !== undefined) {
          expect((await coloursOf(variant.content)).topLeft).toEqual([255, 255, 255])
        }
      }
      const entity = `<!DOCTYPE svg [<!ENTITY e SYSTEM "${pathToFileURL(file).href}">]>`
      const content = Buffer.concat([Buffer.from(entity), svg('<text>&e;</text>')])
      expect(await thumbnail(content, 'image/svg+xml')).toEqual(FAILED)
      expect(requests).toEqual([])
    } finally {
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true })
    }
  })

  it('what is not a picture at all fails, for any type that it claims', async () => {
    for (const content of ['', 'GIF89a', '<html></html>', '%PDF-1.7\n', 'P6 1 1 255 abc']) {
      expect(await thumbnail(Buffer.from(content), 'image/jpeg')).toEqual(FAILED)
    }
  })

  it('formats beyond the promised ones are not decoded, though libvips could', async () => {
    const matrix = Buffer.from('2 2\n1 2\n3 4\n')
    expect(await thumbnail(matrix, 'image/png')).toEqual(FAILED)
  })

  it('truncated files of each kind give a picture or fail, and the process lives', async () => {
    for (const { content, mimeType } of await samples()) {
      for (const part of [0.1, 0.5, 0.9, 0.99]) {
        const cut = content.subarray(0, Math.floor(content.length * part))
        const { made, failed } = await thumbnail(cut, mimeType)
        expect(made.length + failed.length).toBe(1)
      }
    }
    await expectAlive()
  })

  const claim = '40 mutations give a picture or fail, and memory stays where it was'
  for (const { name, run } of forSeeds(claim, 2, giveOrFail)) it(name, () => run())

  it('a drawing that multiplies what it draws fails without being drawn', async () => {
    const patient = sharpVariants({ limits: { drawingTimeMs: 600_000, timeMs: 600_000 } })
    expect(noisySvg().length).toBeLessThan(1024)
    for (const content of [noisySvg(), repeatingSvg(7), repeatingSvg(30)]) {
      expect(await thumbnail(content, 'image/svg+xml', patient)).toEqual(FAILED)
    }
    await patient.close?.()
  })

  it('a drawing has less time than a photo', async () => {
    const patient = sharpVariants({ limits: { drawingTimeMs: 100, timeMs: 600_000 } })
    expect(await thumbnail(slowSvg(), 'image/svg+xml', patient)).toEqual(FAILED)
    await patient.close?.()
  })

  it('a drawing that is announced as a photo is none', async () => {
    expect(await thumbnail(svg('<rect/>'), 'image/png')).toEqual(FAILED)
  })

  it('drawings, however many, hold up no other picture, of their own tenant or of another', async () => {
    const limits = { drawingTimeMs: 600_000, timeMs: 600_000 }
    const patient = sharpVariants({ concurrency: 2, limits })
    const abort = new AbortController()
    let settled = 0
    const drawings = Array.from({ length: 8 }, () =>
      patient
        .make(pictureOf(slowSvg(), 'image/svg+xml', 'hostile'), ['thumbnail'], {
          signal: abort.signal,
        })
        .catch((error: unknown) => error)
        .finally(() => {
          settled += 1
        }),
    )
    const photo = await quadrants().png().toBuffer()
    for (const tenant of ['hostile', 'other']) {
      const { made } = await patient.make(pictureOf(photo, 'image/png', tenant), ['thumbnail'])
      expect(made).toHaveLength(1)
    }
    // A drawing of another tenant does not wait for those either.
    const small = pictureOf(svg('<rect width="9" height="9"/>'), 'image/svg+xml', 'other')
    expect((await patient.make(small, ['thumbnail'])).made).toHaveLength(1)
    expect(settled).toBe(0)
    abort.abort('enough')
    expect(await Promise.all(drawings)).toEqual(Array(8).fill('enough'))
    await patient.close?.()
  })

  it('a picture that takes too long fails, and the next one does not', async () => {
    const impatient = sharpVariants({ concurrency: 1, limits: { timeMs: 100 } })
    expect(await thumbnail(slowSvg(), 'image/svg+xml', impatient)).toEqual(FAILED)
    await expectAlive(impatient)
    await impatient.close?.()
  })

  it('a picture that takes too much memory fails, and the next one does not', async () => {
    const modest = sharpVariants({ concurrency: 1, limits: { memory: 160 * MiB } })
    const content = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: '#123' },
    })
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    expect(await thumbnail(content, 'image/png', modest)).toEqual(FAILED)
    await expectAlive(modest)
    await modest.close?.()
  })
})

/** Resident bytes before the first of them. */
let before = 0

async function giveOrFail(random: Random): Promise<void> {
  before ||= process.memoryUsage.rss()
  const originals = await samples()
  const mutations = Array.from({ length: 40 }, (_, index) => {
    const { content, mimeType } = originals[index % originals.length] as (typeof originals)[0]
    return pictureOf(mutated(content, random), mimeType)
  })
  const results = await Promise.all(
    mutations.map((source) => processor.make(source, ['thumbnail'])),
  )
  expect(results).toHaveLength(40)
  for (const { made, failed } of results) expect(made.length + failed.length).toBe(1)
  expect(process.memoryUsage.rss() - before).toBeLessThan(OWN_GROWTH)
  await expectAlive()
}
