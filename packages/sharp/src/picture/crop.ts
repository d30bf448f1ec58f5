import type { Focus } from '@stowage/core'
import type { Frame } from './frame.ts'

/** A part of a picture, in pixels. */
export interface Region extends Frame {
  readonly left: number
  readonly top: number
}

/**
 * The part of a picture that fills this box without being enlarged: as large as can be, with the focus as near to its
 * middle as the edges allow.
 */
export function regionAround(picture: Frame, box: Frame, { x, y }: Focus): Region {
  const width = Math.min(box.width, picture.width)
  const height = Math.min(box.height, picture.height)
  const scale = Math.max(width / picture.width, height / picture.height)
  const across = partOf(picture.width, width / scale, x)
  const down = partOf(picture.height, height / scale, y)
  return { left: across.start, top: down.start, width: across.length, height: down.length }
}

function partOf(whole: number, wanted: number, middle: number) {
  const length = Math.min(whole, Math.max(1, Math.round(wanted)))
  const start = Math.round(middle * whole - length / 2)
  return { start: Math.min(Math.max(start, 0), whole - length), length }
}
