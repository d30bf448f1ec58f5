import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { tiffAround } from './tiff.ts'

describe('tiffAround', () => {
  const sizes = [1, 63, 64, 65, 200].flatMap((height) =>
    ([3, 4] as const).map((channels) => ({ height, channels })),
  )

  it.each(sizes)('$channels channels in $height rows are read back as they are', async (size) => {
    const { height, channels } = size
    const { bytes, pixels } = tiffAround({ width: 7, height, channels, icc: undefined })
    for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 31) % 256
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 7, height, channels })
    expect(Buffer.compare(data, pixels)).toBe(0)
  })

  it('carries the colour profile', async () => {
    const red = { create: { width: 1, height: 1, channels: 3, background: 'red' } } as const
    const { icc } = await sharp(await sharp(red).withIccProfile('p3').png().toBuffer()).metadata()
    const { bytes } = tiffAround({ width: 4, height: 4, channels: 3, icc })
    expect((await sharp(bytes).metadata()).icc).toEqual(icc)
    expect(icc).toBeDefined()
  })
})
