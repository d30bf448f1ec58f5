import type { MadeVariant, VariantResult } from '@stowage/core'
import type Sharp from 'sharp'
import type { Sharp as Picture } from 'sharp'
import { ENCODINGS, encode, encodingFor } from './encode.ts'
import { type Frame, sharedFrame } from './frame.ts'
import { allFailed, type RenderJob, type VariantRecipe } from './recipe.ts'
import { type Decoders, openPicture, type PictureSource } from './source.ts'

/**
 * Makes the variants of one picture, decoding it once for all of them: upright, in sRGB with 8 bits,
 * without any metadata. What cannot be decoded fails every variant; never rejects.
 */
export async function renderPicture(
  decoders: Decoders,
  content: Uint8Array,
  job: RenderJob,
): Promise<VariantResult> {
  const { recipes, limits } = job
  try {
    const source = await openPicture(decoders, content, limits)
    const wanted = recipes.filter(
      ({ animated }) => !source.isAnimated || animated === 'first-frame',
    )
    if (wanted.length === 0) return { made: [], failed: [] }
    const decoded = await decode(decoders.sharp, source, wanted)
    const made: MadeVariant[] = []
    const failed: string[] = []
    for (const recipe of wanted) {
      const variant = await makeVariant(decoded, recipe).catch(() => null)
      if (variant === null) failed.push(recipe.name)
      else if (!recipe.onlyIfSmaller || variant.content.length < content.length) made.push(variant)
    }
    return { made, failed }
  } catch {
    return allFailed(job)
  }
}

interface Decoded {
  readonly hasAlpha: boolean
  /** What the only variant measures, when that cannot be told from the pixels any more. */
  readonly frame?: Frame
  open(): Picture
}

/**
 * Decodes to raw pixels, no more of them than the largest of the variants needs. Not when the only
 * variant of an opaque picture can be made in one go.
 */
async function decode(
  sharp: typeof Sharp,
  source: PictureSource,
  recipes: readonly VariantRecipe[],
): Promise<Decoded> {
  const frame = sharedFrame(source.frame, recipes)
  const { width, height } = frame
  if (recipes.length < 2 && !source.hasAlpha) {
    const eighth = recipes[0]?.fit === 'inside' ? source.openEighth(frame) : null
    if (eighth === null) return { hasAlpha: false, open: source.open }
    return { hasAlpha: false, frame, open: () => eighth }
  }
  const { data, info } = await (source.openEighth(frame) ?? source.open())
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const open = (): Picture => sharp(data, { raw })
  // Every GIF and most screenshots have an alpha channel that says nothing.
  const hasAlpha = source.hasAlpha && isTransparent(data, info.channels)
  return { hasAlpha, open: source.hasAlpha && !hasAlpha ? () => open().removeAlpha() : open }
}

/** Whether any pixel lets something shine through; alpha is the last channel. */
function isTransparent(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) {
    if (pixels[at] !== 255) return true
  }
  return false
}

async function makeVariant(
  { hasAlpha, frame, open }: Decoded,
  recipe: VariantRecipe,
): Promise<MadeVariant> {
  const { name, width, height, fit } = recipe
  const encoding = encodingFor(recipe.format, hasAlpha)
  const resized = open()
    .resize(frame ? { ...frame, fit: 'fill' } : { width, height, fit, withoutEnlargement: true })
    .toColourspace('srgb')
  const onWhite = hasAlpha && encoding === 'jpeg'
  const picture = onWhite ? resized.flatten({ background: '#fff' }) : resized
  const { data, info } = await encode(picture, encoding, recipe).toBuffer({
    resolveWithObject: true,
  })
  return { name, content: data, ...ENCODINGS[encoding], width: info.width, height: info.height }
}
