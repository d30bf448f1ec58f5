import type Sharp from 'sharp'
import type { Metadata, Sharp as Picture } from 'sharp'
import type { DecodeHeif } from '../heif/decode-heif.ts'
import type { RenderJob, RenderLimits } from '../job/recipe.ts'
import { drawingCost } from './drawing-cost.ts'
import type { Frame } from './frame.ts'
import { type Turn, turnOfXmp } from './orientation.ts'

/** Seconds, the most that sharp takes. */
const LONGEST_TIMEOUT = 3600
/** Cost at which a drawing is not begun: some 10 seconds for a thumbnail. */
const DRAWING_BUDGET = 1_000_000

/** A picture whose header was read and found to be within its limits. */
export interface PictureSource {
  /** As displayed. */
  readonly frame: Frame
  readonly hasAlpha: boolean
  readonly isAnimated: boolean
  /** A new pipeline over the upright pixels. */
  open(): Picture
}

/**
 * Reads the header and refuses what is over a limit before a pixel is decoded. HEVC in HEIF, which sharp
 * cannot decode, goes through `decodeHeif`. Throws any error when there is no picture to be had.
 */
export async function openPicture(
  sharp: typeof Sharp,
  content: Uint8Array,
  { limits, isDrawing }: Pick<RenderJob, 'limits' | 'isDrawing'>,
  decodeHeif: DecodeHeif,
): Promise<PictureSource> {
  const options = {
    // Cut-off and broken files fail; the harmless oddities of cameras, which libvips warns of, do not.
    failOn: 'error',
    limitInputPixels: limits.pixels,
    limitInputChannels: limits.channels,
  } as const

  if (isDrawing && drawingCost(content, DRAWING_BUDGET) > DRAWING_BUDGET) {
    throw new Error('over the limit of what a drawing may cost')
  }
  let bytes = content
  let metadata = await sharp(bytes, options).metadata()
  checkSize(metadata, limits)
  if (metadata.format === 'svg' && !isDrawing) throw new Error('not of the stated type')
  if (metadata.compression === 'hevc') {
    bytes = await decodeHeif({ content, icc: metadata.icc, limits })
    metadata = await sharp(bytes, options).metadata()
  }

  const turn = turnOfXmp(metadata)
  return {
    frame: turn === null ? metadata.autoOrient : turned(metadata, turn),
    hasAlpha: metadata.hasAlpha,
    isAnimated:
      (metadata.format === 'gif' || metadata.format === 'webp') && (metadata.pages ?? 1) > 1,
    open() {
      const seconds = Math.min(LONGEST_TIMEOUT, Math.ceil(limits.time / 1000))
      const picture = sharp(bytes, options).timeout({ seconds })
      return turn === null ? picture.autoOrient() : upright(picture, turn)
    },
  }
}

function checkSize({ width, height, pageHeight }: Metadata, { pixels }: RenderLimits): void {
  if (width * (pageHeight ?? height) > pixels) throw new Error('over the limit of pixels')
}

function turned({ width, height }: Metadata, { angle }: Turn): Frame {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width }
}

function upright(picture: Picture, { mirror, angle }: Turn): Picture {
  return picture.flop(mirror).rotate(angle)
}
