import type { Focus } from '@stowage/core'
import type { MadeVariant, VariantResult } from '@stowage/core/ports'
import type Sharp from 'sharp'
import type { Sharp as Picture } from 'sharp'
import type { DecodeHeif } from '../heif/decode-heif.ts'
import { allFailed, LARGEST_VARIANT, type RenderJob, type VariantRecipe } from '../job/recipe.ts'
import { blamesPicture } from './blames-picture.ts'
import { regionAround } from './crop.ts'
import { type Colours, ENCODINGS, encode, encodingFor } from './encode.ts'
import { type Frame, isReduced, sharedFrame } from './frame.ts'
import { makePreview } from './preview.ts'
import { openPicture, type PictureSource } from './source.ts'

/** The libraries that rendering needs. The caller loads them. */
export interface RenderTools {
  readonly sharp: typeof Sharp
  readonly decodeHeif: DecodeHeif
}

/**
 * Makes the variants of one picture, decoding it once for all of them: upright, in sRGB with 8 bits, without any
 * metadata. A picture that cannot be decoded fails every variant. Rejects when the failure is not the picture's fault:
 * no memory, no threads, no time.
 */
export async function renderPicture(
  { sharp, decodeHeif }: RenderTools,
  content: Uint8Array,
  job: RenderJob,
): Promise<VariantResult> {
  const { recipes } = job
  try {
    const source = await openPicture(sharp, content, job, decodeHeif)
    const wanted = recipes.filter(
      ({ animated }) => !source.isAnimated || animated === 'first-frame',
    )
    if (wanted.length === 0) return { made: [], failed: [] }
    const decoded = await decode(sharp, source, wanted, job.focus)
    const made: MadeVariant[] = []
    const failed: string[] = []
    for (const recipe of wanted) {
      const look = { colours: coloursOf(source, recipe), focus: job.focus }
      const variant = await makeVariant(decoded, recipe, look).catch(nullWhenBlamed)
      if (variant === null || variant.content.length > LARGEST_VARIANT) failed.push(recipe.name)
      else if (!recipe.onlyIfSmaller || variant.content.length < content.length) made.push(variant)
    }
    return { made, failed }
  } catch (error) {
    nullWhenBlamed(error)
    return allFailed(job)
  }
}

/** Rethrows the error unless it blames the picture. */
function nullWhenBlamed(error: unknown): null {
  if (blamesPicture(error)) return null
  throw error
}

interface Decoded {
  readonly hasAlpha: boolean
  readonly frame: Frame
  open(): Picture
}

/**
 * Decodes to raw pixels, no more than the largest variant needs. Skips that for the only variant of an opaque picture,
 * which can be made in one go when nothing else is.
 */
async function decode(
  sharp: typeof Sharp,
  source: PictureSource,
  recipes: readonly VariantRecipe[],
  focus: Focus | null,
): Promise<Decoded> {
  if (isMadeInOneGo(recipes, focus) && !source.hasAlpha) {
    return { hasAlpha: false, frame: source.frame, open: source.open }
  }
  const { width, height } = sharedFrame(source.frame, recipes)
  const { data, info } = await source
    .open()
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const open = (): Picture => sharp(data, { raw })
  // Every GIF and most screenshots have an alpha channel that is opaque throughout.
  const hasAlpha = source.hasAlpha && isTransparent(data, info.channels)
  const openOpaque = () => open().removeAlpha()
  return { hasAlpha, frame: raw, open: source.hasAlpha && !hasAlpha ? openOpaque : open }
}

function isMadeInOneGo(recipes: readonly VariantRecipe[], focus: Focus | null): boolean {
  const isSimple = ({ preview, fit }: VariantRecipe) =>
    !preview && (fit === 'inside' || focus === null)
  return recipes.length < 2 && recipes.every(isSimple)
}

/** Whether any pixel is not fully opaque; alpha is the last channel. */
function isTransparent(pixels: Uint8Array, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) {
    if (pixels[at] !== 255) return true
  }
  return false
}

/** Pixels up to which a variant keeps colours exactly. */
const TINY = 128 * 128

/** When the variant does not reduce the picture, it does not reduce its colours either. */
function coloursOf({ frame, hasFullColour }: PictureSource, recipe: VariantRecipe): Colours {
  if (!hasFullColour || isReduced(frame, recipe)) return 'sampled'
  return frame.width * frame.height <= TINY ? 'exact' : 'full'
}

async function makeVariant(
  { hasAlpha, frame, open }: Decoded,
  recipe: VariantRecipe,
  { colours, focus }: { readonly colours: Colours; readonly focus: Focus | null },
): Promise<MadeVariant> {
  const { name, width, height, fit } = recipe
  const encoding = encodingFor(recipe.format, hasAlpha)
  const isAround = fit === 'cover' && focus !== null
  const shown = isAround ? open().extract(regionAround(frame, recipe, focus)) : open()
  const resized = shown
    .resize({ width, height, fit, withoutEnlargement: true })
    .toColourspace('srgb')
  const onWhite = hasAlpha && encoding === 'jpeg'
  const picture = onWhite ? resized.flatten({ background: '#fff' }) : resized
  const { data, info } = await encode(picture, encoding, recipe, colours).toBuffer({
    resolveWithObject: true,
  })
  return {
    name,
    content: data,
    ...ENCODINGS[encoding],
    width: info.width,
    height: info.height,
    ...(recipe.preview && { preview: await makePreview(open()) }),
  }
}
