import { VARIANT_LIMIT } from '@stowage/core/internal'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { OutputFormat, RenderJob } from '../job/recipe.ts'
import { settingsOf } from '../variants/settings.ts'
import { largestAnswer, resultIn } from './answer.ts'

const side = 64
const formats: readonly OutputFormat[] = ['jpeg', 'png', 'webp', 'avif', 'auto']
/** What no encoder makes small. */
const noise = sharp({
  create: {
    width: side,
    height: side,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 255 },
  },
})

function jobFor(format: OutputFormat, width = side) {
  const variants = {
    thumbnail: false,
    optimized: false,
    one: { width, height: side, format },
  } as const
  const { recipes, limits } = settingsOf({ variants })
  return { recipes, limits, isDrawing: false, focus: null }
}

describe('largestAnswer', () => {
  it('is of the plan, and never more than what the store takes', () => {
    expect(largestAnswer(jobFor('png'))).toBeLessThan(VARIANT_LIMIT)
    const { recipes, limits } = settingsOf({ variants: { one: { width: 16383, height: 16383 } } })
    const [, , one] = recipes
    const large = { recipes: one ? [one] : [], limits, isDrawing: false, focus: null }
    expect(largestAnswer(large)).toBe(VARIANT_LIMIT)
  })
})

describe('resultIn', () => {
  it.each(formats)('believes what sharp makes of noise as %s', async (format) => {
    const encoding = format === 'auto' ? 'webp' : format
    const content = await noise.clone().toFormat(encoding, { quality: 100 }).toBuffer()
    const made = { name: 'one', mimeType: `image/${encoding}`, width: side, height: side }
    const said = { made: [{ ...made, size: content.length }], failed: [] }
    const result = resultIn(said, content, jobFor(format))
    expect(result?.made).toMatchObject([{ ...made, content }])
    expect(resultIn(said, content, jobFor(format, side - 1))).toBeNull()
    expect(resultIn(said, Buffer.concat([content, content]), jobFor(format))).toBeNull()
  })

  describe('believes of a preview', () => {
    const preview = { placeholder: 'HBgKFYJ2eHeIhndwh3d3d3d3d3d3', color: '#0a7f80' }
    const job = jobFor('png')
    const asked: RenderJob = {
      ...job,
      recipes: job.recipes.map((each) => ({ ...each, preview: true })),
    }

    async function resultOf(preview: unknown, of: RenderJob = asked) {
      const content = await noise.clone().png().toBuffer()
      const made = { name: 'one', mimeType: 'image/png', width: side, height: side }
      const said = { ...made, size: content.length, ...(preview === undefined ? {} : { preview }) }
      return resultIn({ made: [said], failed: [] }, content, of)
    }

    it('only one that was asked for', async () => {
      expect((await resultOf(preview))?.made[0]?.preview).toEqual(preview)
      expect((await resultOf(undefined, job))?.made[0]).not.toHaveProperty('preview')
      expect(await resultOf(preview, job)).toBeNull()
      expect(await resultOf(undefined)).toBeNull()
    })

    it.each([
      null,
      'HBgKFYJ2',
      { ...preview, color: 'red' },
      { ...preview, color: ['#0a7f80'] },
      { ...preview, placeholder: 'HBgK"><script>' },
      { ...preview, placeholder: 'A'.repeat(37) },
      { ...preview, placeholder: '' },
    ])('not %j', async (said) => {
      expect(await resultOf(said)).toBeNull()
    })

    it('nothing more than it knows', async () => {
      expect((await resultOf({ ...preview, more: 1 }))?.made[0]?.preview).toEqual(preview)
    })
  })
})
