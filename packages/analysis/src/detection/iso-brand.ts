/**
 * The media type that an ISO base media file announces in its `ftyp` box (ISO/IEC 14496-12, 4.3); `undefined` when
 * none of its brands is known.
 */
export function isoTypeOf(head: Buffer): string | undefined {
  const brands = brandsOf(head, 0)
  const [major = ''] = brands
  const known = BRANDS.get(major)
  if (known) return known
  if (major.startsWith('3g2')) return 'video/3gpp2'
  if (major.startsWith('3g')) return 'video/3gpp'
  // A structural brand leaves it to the compatible brands to say how the pictures are coded.
  if (PICTURES.has(major)) return pictureType(brands, major)
  if (brands.includes('qt  ') && !brands.some((brand) => /^(?:iso|mp4)/.test(brand))) {
    return 'video/quicktime'
  }
  if (brands.some((brand) => MOVIE.test(brand))) return 'video/mp4'
  const picture = brands.find((brand) => PICTURES.has(brand))
  return picture && pictureType(brands, picture)
}

/** The media type of a JPEG 2000 file by its brand, which follows a signature box (ITU-T T.800, I.5.2; T.801, M.8). */
export function jpeg2000TypeOf(head: Buffer): string {
  const brands = head.length >= 20 ? brandsOf(head, 12) : []
  for (const brand of brands) {
    const known = JPEG_2000.find(([start]) => brand.startsWith(start))
    if (known) return known[1]
  }
  return 'image/jp2'
}

const JPEG_2000: readonly (readonly [string, string])[] = [
  ['jp2', 'image/jp2'],
  ['jpx', 'image/jpx'],
  ['jpm', 'image/jpm'],
  ['mjp2', 'image/mj2'],
  ['jph', 'image/jph'],
]

/** The major brand and the compatible ones of the `ftyp` box at an offset. */
function brandsOf(head: Buffer, at: number): readonly string[] {
  const end = at + Math.min(head.readUInt32BE(at), head.length - at, 512)
  const brands = [head.toString('latin1', at + 8, at + 12)]
  for (let next = at + 16; next + 4 <= end; next += 4) {
    brands.push(head.toString('latin1', next, next + 4))
  }
  return brands
}

/** Brands of movies, and of the segments cut from them for streaming. */
const MOVIE =
  /^(?:iso\w|mp4\d|mp71|avc1|hvc1|av01|dash|msdh|msix|cmf[c2sf]|piff|mmp4|MSNV|XAVC|dby1|dvh1|F4V |F4P |f4v |NDS[CHPSX]|ND[XSP]\w)/

const BRANDS: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ['j2ki', 'image/hej2k'],
  ['j2is', 'image/hej2k'],
  ['heic', 'image/heic'],
  ['heix', 'image/heic'],
  ['heim', 'image/heic'],
  ['heis', 'image/heic'],
  ['hevc', 'image/heic-sequence'],
  ['hevx', 'image/heic-sequence'],
  ['crx ', 'image/x-canon-cr3'],
  ['qt  ', 'video/quicktime'],
  ['M4A ', 'audio/mp4'],
  ['M4B ', 'audio/mp4'],
  ['M4P ', 'audio/mp4'],
  ['F4A ', 'audio/mp4'],
  ['F4B ', 'audio/mp4'],
  ['M4V ', 'video/x-m4v'],
  ['M4VH', 'video/x-m4v'],
  ['M4VP', 'video/x-m4v'],
])

const PICTURES: ReadonlySet<string> = new Set([
  'unif',
  'mif1',
  'mif2',
  'mif3',
  'msf1',
  'miaf',
  'MiHE',
  'MiHB',
])

function pictureType(brands: readonly string[], major: string): string {
  if (brands.includes('avif') || brands.includes('avis')) return 'image/avif'
  if (brands.some((brand) => /^he(?:ic|ix|im|is)$/.test(brand))) return 'image/heic'
  if (brands.some((brand) => /^hev[cx]$/.test(brand))) return 'image/heic-sequence'
  if (brands.includes('j2ki')) return 'image/hej2k'
  return major === 'msf1' ? 'image/heif-sequence' : 'image/heif'
}

/** Every type that brands decide. */
export function brandedTypes(): readonly string[] {
  return [...BRANDS.values(), ...JPEG_2000.map(([, mimeType]) => mimeType)]
}
