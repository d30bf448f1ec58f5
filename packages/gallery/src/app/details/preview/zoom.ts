/** How far a picture is zoomed in, and where its centre is, in pixels from the centre of its place. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }

/** Relative to the picture as it fits. */
const MAX_SCALE = 20

/** Zooms by `factor` so that what is under the point stays under it. The point is relative to the middle. */
export function zoomAt(
  { scale, x, y }: Zoom,
  factor: number,
  point: { x: number; y: number },
): Zoom {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * factor))
  const grown = next / scale
  return { scale: next, x: point.x - (point.x - x) * grown, y: point.y - (point.y - y) * grown }
}

/** Keeps the picture over its place: no edge goes further in than it must. */
export function within({ scale, x, y }: Zoom, picture: Size, place: Size): Zoom {
  const reach = (inner: number, outer: number): number => Math.max(0, (inner * scale - outer) / 2)
  const across = reach(picture.width, place.width)
  const down = reach(picture.height, place.height)
  return {
    scale,
    x: Math.min(across, Math.max(-across, x)),
    y: Math.min(down, Math.max(-down, y)),
  }
}

/** The size at which a picture shows whole. Small ones are not enlarged. */
export function fitted(picture: Size, place: Size): Size {
  const shrink = Math.min(1, place.width / picture.width, place.height / picture.height)
  return { width: picture.width * shrink, height: picture.height * shrink }
}
