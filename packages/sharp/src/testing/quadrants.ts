import sharp, { type Sharp } from 'sharp'

/** A colour with 8 bits a channel. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The colours of the quadrants as displayed: no two turns of the picture look the same. */
export const QUADRANTS: Readonly<
  Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', Colour>
> = {
  topLeft: [180, 80, 80],
  topRight: [90, 150, 90],
  bottomLeft: [80, 100, 150],
  bottomRight: [200, 180, 110],
}

/** The colour at a position, 0 … 1 across and down. */
export function colourAt(across: number, down: number): Colour {
  const { topLeft, topRight, bottomLeft, bottomRight } = QUADRANTS
  if (down < 0.5) return across < 0.5 ? topLeft : topRight
  return across < 0.5 ? bottomLeft : bottomRight
}

/** A picture of the four quadrants, upright; raw, for any encoder. Default 64 × 48. */
export function quadrants(width = 64, height = 48): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set(colourAt(x / width, y / height), (y * width + x) * 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** The colours in the middle of each quadrant of an encoded picture, by name, on white. */
export async function coloursOf(
  content: Uint8Array,
): Promise<Readonly<Record<keyof typeof QUADRANTS, Colour>>> {
  const { data, info } = await sharp(content)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (across: number, down: number): Colour => {
    const x = Math.floor(info.width * across)
    const y = Math.floor(info.height * down)
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels)
    return [red, green, blue]
  }
  return {
    topLeft: at(0.25, 0.25),
    topRight: at(0.75, 0.25),
    bottomLeft: at(0.25, 0.75),
    bottomRight: at(0.75, 0.75),
  }
}

/** The largest deviation of any channel in any quadrant. */
export async function colourError(content: Uint8Array): Promise<number> {
  const colours = await coloursOf(content)
  const names = Object.keys(QUADRANTS) as (keyof typeof QUADRANTS)[]
  const differences = names.flatMap((name) =>
    QUADRANTS[name].map((value, channel) => Math.abs(value - (colours[name][channel] ?? 0))),
  )
  return Math.max(...differences)
}
