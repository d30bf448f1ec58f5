import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Asset, type AssetStore, openAssetStore } from '@stowage/core'
import { forSeeds } from '@stowage/testing/seeds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childProcesses } from '../testing/child-processes.ts'
import { hugePng, laughingSvg, longGif, manyPagedTiff, mutated, svg } from '../testing/hostile.ts'
import { quadrants } from '../testing/quadrants.ts'
import { samples } from '../testing/samples.ts'
import { sharpVariants } from './sharp-variants.ts'

const MiB = 1024 ** 2
/** Resident bytes that the app may grow by. */
const OWN_GROWTH = 160 * MiB
/** Resident bytes of one process that makes pictures. */
const CHILD_MEMORY = 512 * MiB
/** Milliseconds between two looks at the memory of the processes. */
const LOOK = 50

const all = await samples()
let directory: string
let store: AssetStore
let grownBy: number
let largestChild = 0
let watch: NodeJS.Timeout

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  const processor = sharpVariants({ concurrency: 2, queue: 200, limits: { memory: CHILD_MEMORY } })
  // Each is made with its upload, however long the others take.
  store = await openAssetStore({
    directory,
    variants: { processor, waitMs: 600_000 },
    advanced: { sweepEveryMs: false },
  })
  await store.upload(await quadrants().png().toBuffer())
  const before = process.memoryUsage.rss()
  grownBy = 0
  watch = setInterval(async () => {
    grownBy = Math.max(grownBy, process.memoryUsage.rss() - before)
    for (const child of await childProcesses()) {
      largestChild = Math.max(largestChild, await residentMemory(child))
    }
  }, LOOK)
})
afterAll(async () => {
  clearInterval(watch)
  await store.close()
  await rm(directory, { recursive: true })
})

async function residentMemory(child: string): Promise<number> {
  const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

function hasThumbnail({ variants }: Asset): boolean {
  return variants.some(({ name }) => name === 'thumbnail')
}

/** Stored, `ready`, whole, and with a thumbnail or with none to come. */
async function expectStored(content: Uint8Array): Promise<Asset> {
  const asset = await store.upload(content)
  expect(asset).toMatchObject({ status: 'ready', size: content.length })
  expect(hasThumbnail(asset)).toBe(store.variants.offers(asset, 'thumbnail'))
  return asset
}

describe('a store with sharpVariants: hostile uploads are stored', () => {
  it.each([
    ['a PNG of 30,000 × 30,000', hugePng(30_000), false],
    ['a PNG just within the limit of pixels', hugePng(16_000), true],
    ['a GIF of 10,000 frames', longGif(10_000), true],
    ['a TIFF of 1,000 pages', manyPagedTiff(1000), true],
    ['an SVG with a billion laughs', laughingSvg(), false],
    ['an SVG that refers elsewhere', svg('<image href="file:///etc/passwd"/>'), true],
  ])('%s', async (_, content, isPicture) => {
    expect(hasThumbnail(await expectStored(content))).toBe(isPicture)
  })

  it('each kind cut off anywhere', async () => {
    for (const { content } of all) {
      for (const part of [0.1, 0.5, 0.9]) {
        await expectStored(content.subarray(0, Math.floor(content.length * part)))
      }
    }
  })

  // `hostile.test.ts` gives the processor more of them, without a store.
  const atOnce = forSeeds('30 mutations at once', 2, async (random) => {
    const mutations = Array.from({ length: 30 }, (_, index) =>
      mutated(all[index % all.length]?.content ?? Buffer.alloc(0), random),
    )
    await Promise.all(mutations.map((content) => expectStored(content)))
  })
  for (const { name, run } of atOnce) it(name, () => run())

  it('and then the next picture has its thumbnail, and memory stayed below the ceiling', async () => {
    const asset = await expectStored(await quadrants().jpeg().toBuffer())
    expect(hasThumbnail(asset)).toBe(true)
    expect(grownBy).toBeLessThan(OWN_GROWTH)
    // Between two looks at itself, of 20 ms, a process may have grown somewhat further.
    expect(largestChild).toBeLessThan(CHILD_MEMORY * 1.25)
  })
})
