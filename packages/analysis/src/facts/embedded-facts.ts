/** Where a photo was taken (WGS 84). */
export interface PhotoLocation {
  /** Degrees, −90 to 90; north is positive. */
  readonly latitude: number
  /** Degrees, −180 to 180; east is positive. */
  readonly longitude: number
  /** Metres above the sea; `null` when the photo does not say. */
  readonly altitude: number | null
}

/**
 * What a file says of itself, as cameras and editors wrote it: EXIF, XMP and IPTC of pictures, and the
 * pages of PDF files. Stowage does not check it.
 * Each is `null` or empty when the file does not say.
 */
export interface EmbeddedFacts {
  /** Local date and time as ISO 8601, `2024-05-01T18:30:00.25+02:00`; without an offset when none is known. */
  readonly takenAt: string | null
  /** Make and model. */
  readonly camera: string | null
  readonly lens: string | null
  readonly iso: number | null
  /** Exposure time in seconds. */
  readonly exposure: number | null
  /** The f-number. */
  readonly aperture: number | null
  /** Millimetres. */
  readonly focalLength: number | null
  readonly location: PhotoLocation | null
  readonly title: string | null
  readonly caption: string | null
  /** A description for people who cannot see the picture. */
  readonly altText: string | null
  readonly copyright: string | null
  /** Each once. */
  readonly keywords: readonly string[]
  /** Of a PDF file. */
  readonly pageCount: number | null
}

/** The facts of a file that says nothing. */
export const NO_EMBEDDED_FACTS: EmbeddedFacts = {
  takenAt: null,
  camera: null,
  lens: null,
  iso: null,
  exposure: null,
  aperture: null,
  focalLength: null,
  location: null,
  title: null,
  caption: null,
  altText: null,
  copyright: null,
  keywords: [],
  pageCount: null,
}
