import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { colourError } from '../testing/quadrants.ts'
import { heic } from '../testing/samples.ts'
import { DEFAULT_PICTURE_LIMITS } from '../variants/options.ts'
import { createHeifDecoder } from './decode-heif.ts'
import heifCode from './heif.worker.ts?worker'

const limits = DEFAULT_PICTURE_LIMITS
const content = heic()
const decode = createHeifDecoder(heifCode, import.meta.url)

describe('createHeifDecoder', () => {
  it('decodes to a TIFF with the same pixels', async () => {
    const tiff = await decode({ content, icc: undefined, limits })
    expect(await sharp(tiff).metadata()).toMatchObject({ format: 'tiff', width: 64, height: 48 })
    expect(await colourError(tiff)).toBeLessThanOrEqual(2)
  })

  it('rejects what is broken, over the limit of pixels, or out of time', async () => {
    const cut = content.subarray(0, content.length - 1000)
    await expect(decode({ content: cut, icc: undefined, limits })).rejects.toThrow()
    const small = { ...limits, pixels: 64 * 48 - 1 }
    await expect(decode({ content, icc: undefined, limits: small })).rejects.toThrow()
    const short = { ...limits, timeMs: 1 }
    await expect(decode({ content, icc: undefined, limits: short })).rejects.toThrow('too long')
  })
})
