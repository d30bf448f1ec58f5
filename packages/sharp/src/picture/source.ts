import type Sharp from 'sharp'
import type { Sharp as Picture } from 'sharp'
import type { DecodeHeif } from '../heif/decode-heif.ts'
import { tiffAround } from '../heif/tiff.ts'
import type { EighthOfJpeg, RgbPixels } from '../jpeg/eighth-of-jpeg.ts'
import type { Frame } from './frame.ts'
import { type Turn, turnOfExif, turnOfXmp } from './orientation.ts'
import { factsOf, type PictureFacts } from './picture-facts.ts'
import type { RenderLimits } from './recipe.ts'

/** A picture whose header was read and found to be within its limits. */
export interface PictureSource {
  /** As displayed. */
  readonly frame: Frame
  readonly hasAlpha: boolean
  readonly isAnimated: boolean
  /** A new pipeline over the upright pixels. */
  open(): Picture
  /** The same over an eighth of them, when that is as large as `least` and can be had sooner; else `null`. */
  openEighth(least: Frame): Picture | null
}

/** What reads pictures, given by whoever loaded it. */
export interface Decoders {
  readonly sharp: typeof Sharp
  readonly decodeHeif: DecodeHeif
  /** Only where it may keep the thread busy for as long as it takes. */
  readonly eighthOfJpeg?: EighthOfJpeg
}

/**
 * Reads the header and refuses what is over a limit before a pixel is decoded. HEVC in HEIF, which sharp
 * cannot decode, goes through `decodeHeif`. Throws any error when there is no picture to be had.
 */
export async function openPicture(
  { sharp, decodeHeif, eighthOfJpeg }: Decoders,
  content: Uint8Array,
  limits: RenderLimits,
): Promise<PictureSource> {
  const options = {
    // Cut-off and broken files fail; the harmless oddities of cameras, which libvips warns of, do not.
    failOn: 'error',
    limitInputPixels: limits.pixels,
    limitInputChannels: limits.channels,
  } as const

  let bytes = content
  let metadata = await factsOf(sharp, bytes, options)
  checkSize(metadata, limits)
  if (metadata.compression === 'hevc') {
    bytes = await decodeHeif({ content, icc: metadata.icc, limits })
    metadata = await factsOf(sharp, bytes, options)
  }

  const turn = turnOfXmp(metadata)
  const frame = turn === null ? metadata.autoOrient : turned(metadata, turn)

  function openEighth({ width, height }: Frame): Picture | null {
    if (metadata.format !== 'jpeg' || limits.channels < 3) return null
    if (width * 8 > frame.width || height * 8 > frame.height) return null
    const eighth = eighthOfJpeg?.(bytes)
    if (eighth?.width !== Math.ceil(metadata.width / 8)) return null
    if (eighth.height !== Math.ceil(metadata.height / 8)) return null
    const way = turn ?? turnOfExif(metadata)
    const picture = withColours(sharp, eighth, metadata.icc)
    return way === null ? picture : upright(picture, way)
  }

  return {
    frame,
    hasAlpha: metadata.hasAlpha,
    isAnimated:
      (metadata.format === 'gif' || metadata.format === 'webp') && (metadata.pages ?? 1) > 1,
    open() {
      const picture = sharp(bytes, options).timeout({ seconds: Math.ceil(limits.time / 1000) })
      return turn === null ? picture.autoOrient() : upright(picture, turn)
    },
    openEighth,
  }
}

function checkSize({ width, height, pageHeight }: PictureFacts, { pixels }: RenderLimits): void {
  if (width * (pageHeight ?? height) > pixels) throw new Error('over the limit of pixels')
}

function turned({ width, height }: Frame, { angle }: Turn): Frame {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width }
}

function upright(picture: Picture, { mirror, angle }: Turn): Picture {
  return picture.flop(mirror).rotate(angle)
}

/** Pixels together with the profile of their colours. */
function withColours(
  sharp: typeof Sharp,
  { data, width, height }: RgbPixels,
  icc: Uint8Array | undefined,
): Picture {
  if (icc === undefined) return sharp(data, { raw: { width, height, channels: 3 } })
  const { bytes, pixels } = tiffAround({ width, height, channels: 3, icc })
  pixels.set(data)
  return sharp(bytes)
}
