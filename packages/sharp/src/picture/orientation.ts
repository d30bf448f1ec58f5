import type { Metadata } from 'sharp'

/** How a picture is brought upright: mirrored left to right first, then turned clockwise. */
export interface Turn {
  readonly mirror: boolean
  readonly angle: 0 | 90 | 180 | 270
}

/** By value of the Orientation tag (CIPA DC-008, 4.6.4). */
const TURNS: Readonly<Record<number, Turn>> = {
  2: { mirror: true, angle: 0 },
  3: { mirror: false, angle: 180 },
  4: { mirror: true, angle: 180 },
  5: { mirror: true, angle: 270 },
  6: { mirror: false, angle: 90 },
  7: { mirror: true, angle: 90 },
  8: { mirror: false, angle: 270 },
}

/** As an attribute or as an element of the RDF (XMP part 1, 7.4; TIFF schema in part 2, 3.5). */
const XMP_ORIENTATION = /\btiff:Orientation\s*(?:=\s*["']|>)\s*([2-8])\s*["'<]/

/**
 * The rotation that only the XMP packet asks for; `null` when there is none. EXIF goes first. For HEIF only its
 * own `irot` and `imir` count (ISO 23008-12).
 */
export function turnOfXmp({ format, orientation, xmp }: Metadata): Turn | null {
  if (orientation !== undefined || xmp === undefined || format === 'heif') return null
  const [, value] = XMP_ORIENTATION.exec(xmp.toString('latin1')) ?? []
  return TURNS[Number(value)] ?? null
}
