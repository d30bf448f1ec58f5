import type { PicturePreview } from '@stowage/core/ports'
import type { Sharp as Picture } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** Pixels of the longer side that a preview is made of: a thumbhash has at most seven waves along a side. */
const SIDE = 32

/** Placeholder and colour of an upright picture. */
export async function makePreview(picture: Picture): Promise<PicturePreview> {
  const { data, info } = await picture
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { placeholder: Buffer.from(hash).toString('base64'), color: meanColour(data) }
}

/** `#rrggbb`; a pixel counts as much as it is opaque. */
function meanColour(rgba: Uint8Array): string {
  const sum = [0, 0, 0]
  let opacity = 0
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0
    opacity += alpha
    for (let channel = 0; channel < 3; channel++) {
      sum[channel] = (sum[channel] ?? 0) + (rgba[at + channel] ?? 0) * alpha
    }
  }
  const hex = sum.map((value) => Math.round(value / Math.max(opacity, 1)).toString(16))
  return `#${hex.map((digits) => digits.padStart(2, '0')).join('')}`
}
