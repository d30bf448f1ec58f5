/** Media types of the formats that sharp's prebuilt libvips decodes. */
const BY_SHARP: readonly string[] = [
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
]

/** HEVC, which needs libheif-js. */
const BY_LIBHEIF: readonly string[] = [
  'image/heic',
  'image/heic-sequence',
  'image/heif',
  'image/heif-sequence',
]

/** The media types for which variants are made. */
export function acceptedTypes(hasLibHeif: boolean): ReadonlySet<string> {
  return new Set(hasLibHeif ? [...BY_SHARP, ...BY_LIBHEIF] : BY_SHARP)
}
