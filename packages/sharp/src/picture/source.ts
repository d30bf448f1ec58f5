import type Sharp from 'sharp'
import type { Metadata, Sharp as Picture } from 'sharp'
import type { DecodeHeif } from '../heif/decode-heif.ts'
import type { RenderJob, RenderLimits } from '../job/recipe.ts'
import { drawingCost } from './drawing-cost.ts'
import type { Frame } from './frame.ts'

/** Seconds; the longest timeout that sharp accepts. */
const LONGEST_TIMEOUT = 3600
/** Cost above which a drawing is not begun: about 10 seconds for a thumbnail. */
const DRAWING_BUDGET = 1_000_000

/** A picture whose header was read and found to be within its limits. */
export interface PictureSource {
  /** As displayed. */
  readonly frame: Frame
  readonly hasAlpha: boolean
  readonly isAnimated: boolean
  /** Whether its colours are stored as finely as its brightness; `true` when that is unknown. */
  readonly hasFullColour: boolean
  /** A new pipeline over the upright pixels. */
  open(): Picture
}

/**
 * Reads the header, and refuses a picture over a limit before decoding a pixel. HEVC in HEIF, which sharp cannot
 * decode, goes through `decodeHeif`. Throws any kind of error when there is no picture to decode.
 */
export async function openPicture(
  sharp: typeof Sharp,
  content: Uint8Array,
  { limits, isDrawing }: Pick<RenderJob, 'limits' | 'isDrawing'>,
  decodeHeif: DecodeHeif,
): Promise<PictureSource> {
  const options = {
    // Truncated and broken files fail; the harmless oddities of cameras, which libvips warns about, do not.
    failOn: 'error',
    limitInputPixels: limits.pixels,
    limitInputChannels: limits.channels,
  } as const

  if (isDrawing && drawingCost(content, DRAWING_BUDGET) > DRAWING_BUDGET) {
    throw new Error('over the limit of what a drawing may cost')
  }
  let bytes = knownBrand(content)
  let metadata = await sharp(bytes, options).metadata()
  checkSize(metadata, limits)
  if (metadata.format === 'svg' && !isDrawing) throw new Error('not of the stated type')
  if (metadata.compression === 'hevc') {
    bytes = await decodeHeif({ content, icc: metadata.icc, limits })
    metadata = await sharp(bytes, options).metadata()
  }

  return {
    frame: metadata.autoOrient,
    hasAlpha: metadata.hasAlpha,
    hasFullColour: metadata.chromaSubsampling !== '4:2:0',
    isAnimated:
      (metadata.format === 'gif' || metadata.format === 'webp') && (metadata.pages ?? 1) > 1,
    open() {
      const seconds = Math.min(LONGEST_TIMEOUT, Math.ceil(limits.timeMs / 1000))
      return sharp(bytes, options).timeout({ seconds }).autoOrient()
    },
  }
}

const SEQUENCE = Buffer.from('ftypavis')

/**
 * The bytes under a brand that libvips knows. It ignores AVIF files whose brand announces a sequence, although they
 * also hold a still picture, usually the first frame (AVIF 1.1, 6.2).
 */
function knownBrand(content: Uint8Array): Uint8Array {
  if (!SEQUENCE.equals(content.subarray(4, 12))) return content
  const still = Buffer.from(content)
  still.write('avif', 8, 'latin1')
  return still
}

function checkSize({ width, height, pageHeight }: Metadata, { pixels }: RenderLimits): void {
  if (width * (pageHeight ?? height) > pixels) throw new Error('over the limit of pixels')
}
