import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { quadrants } from '../testing/quadrants.ts'
import { factsOf } from './picture-facts.ts'

describe('factsOf', () => {
  const pictures = {
    'a plain JPEG': () => quadrants().jpeg(),
    'a JPEG with an orientation': () => quadrants().withMetadata({ orientation: 6 }).jpeg(),
    'a JPEG with a profile': () => quadrants().withIccProfile('p3').jpeg(),
    'a progressive JPEG': () => quadrants().jpeg({ progressive: true }),
    'a grey JPEG': () => quadrants().toColourspace('b-w').jpeg(),
    'a PNG': () => quadrants().ensureAlpha().png(),
  }
  it.each(Object.entries(pictures))('says what sharp says: %s', async (_name, picture) => {
    const content = await picture().toBuffer()
    const facts = await factsOf(sharp, content, {})
    expect(await sharp(content).metadata()).toMatchObject(facts)
    expect(facts.orientation).toBe((await sharp(content).metadata()).orientation)
  })

  it('rejects what is cut short within its header', async () => {
    const content = await quadrants().jpeg().toBuffer()
    await expect(factsOf(sharp, content.subarray(0, 100), {})).rejects.toThrow()
  })
})
