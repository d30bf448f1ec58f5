import { describe, expect, it } from 'vitest'
import { blamesPicture } from '../picture/blames-picture.ts'
import { heic } from '../testing/samples.ts'
import { DEFAULT_PICTURE_LIMITS } from '../variants/options.ts'
import { createHeifDecoder } from './decode-heif.ts'
import heifCode from './heif.worker.ts?worker'

const limits = DEFAULT_PICTURE_LIMITS
const content = heic()

async function errorOf(picture: Promise<unknown>): Promise<unknown> {
  return picture.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('createHeifDecoder', () => {
  it.each([
    ['the thread cannot run', 'throw new Error("no")', import.meta.url],
    ['the thread ends', 'process.exit(1)', import.meta.url],
    ['libheif-js is not to be had', heifCode, '/nowhere/index.js'],
  ])('does not blame the picture when %s', async (_, code, requireFrom) => {
    const decode = createHeifDecoder(code, requireFrom)
    const error = await errorOf(decode({ content, icc: undefined, limits }))
    expect(blamesPicture(error)).toBe(false)
  })

  it('nor when time is up', async () => {
    const decode = createHeifDecoder(heifCode, import.meta.url)
    const short = { ...limits, timeMs: 1 }
    expect(blamesPicture(await errorOf(decode({ content, icc: undefined, limits: short })))).toBe(
      false,
    )
  })

  it('blames it for what libheif says', async () => {
    const decode = createHeifDecoder(heifCode, import.meta.url)
    for (const picture of [
      { content: content.subarray(0, content.length - 1000), icc: undefined, limits },
      { content, icc: undefined, limits: { ...limits, pixels: 64 * 48 - 1 } },
    ]) {
      expect(blamesPicture(await errorOf(decode(picture)))).toBe(true)
    }
  })
})
