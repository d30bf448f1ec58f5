import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StagingFile, VariantProcessor, VariantSource } from '@stowage/core/ports'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slowSvg } from '../testing/hostile.ts'
import { quadrants } from '../testing/quadrants.ts'
import { pictureOf } from '../testing/staged.ts'
import { sharpVariants } from './sharp-variants.ts'

let directory: string
let processor: VariantProcessor
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  processor = sharpVariants({ concurrency: 1, limits: { drawingTimeMs: 100 } })
})
afterEach(async () => {
  await processor.close?.()
  await rm(directory, { recursive: true })
})

/** The picture in a file of staging, which counts how often it is read through us. */
function staged(source: VariantSource, file: string): { source: VariantSource; reads: number } {
  const counted = { source, reads: 0 }
  const { read, stream } = source.file
  const content: StagingFile = {
    path: path.join(directory, file),
    read(range) {
      counted.reads += 1
      return read(range)
    },
    stream,
    write: async () => {},
    discard: async () => {},
  }
  counted.source = { ...source, file: { ...source.file, content, read: content.read } }
  return counted
}

async function picture(width: number): Promise<{ bytes: Buffer; source: VariantSource }> {
  const bytes = await quadrants(width, 30).jpeg().toBuffer()
  return { bytes, source: pictureOf(bytes, 'image/jpeg') }
}

async function widthOf(source: VariantSource): Promise<number | undefined> {
  const { made } = await processor.make(source, ['thumbnail'])
  return (await sharp(made[0]?.content).metadata()).width
}

describe('sharpVariants, handing pictures over', () => {
  it('lets the process itself read a file of staging', async () => {
    const { bytes, source } = await picture(40)
    const file = staged(source, 'picture')
    await writeFile(path.join(directory, 'picture'), bytes)
    expect(await widthOf(file.source)).toBe(40)
    expect(file.reads).toBe(0)
  })

  it('hands the bytes over when the file is not there, or not as long as it was', async () => {
    const { bytes, source } = await picture(40)
    await writeFile(path.join(directory, 'short'), bytes.subarray(1))
    for (const name of ['none', 'short']) {
      const file = staged(source, name)
      expect(await widthOf(file.source)).toBe(40)
      expect(file.reads).toBe(1)
    }
  })

  it('keeps apart pictures that come in all ways at once', async () => {
    const widths = Array.from({ length: 12 }, (_, index) => 40 + index)
    const sources = await Promise.all(
      widths.map(async (width, index) => {
        const { bytes, source } = await picture(width)
        if (index % 4 === 0) return source
        if (index % 4 === 1) await writeFile(path.join(directory, String(width)), bytes)
        return staged(source, String(width)).source
      }),
    )
    expect(await Promise.all(sources.map(widthOf))).toEqual(widths)
  })

  it('makes the pictures that waited for a process which another one brought to its end', async () => {
    const { source } = await picture(40)
    expect(await widthOf(source)).toBe(40)
    const slow = processor.make(pictureOf(slowSvg(), 'image/svg+xml'), ['thumbnail'])
    const others = Promise.all([source, source, source].map(widthOf))
    expect((await slow).failed).toEqual(['thumbnail'])
    expect(await others).toEqual([40, 40, 40])
  })
})
