/** The media type that an ISO base media file announces in its `ftyp` box (ISO/IEC 14496-12, 4.3). */
export function isoTypeOf(head: Buffer): string | undefined {
  const end = Math.min(head.readUInt32BE(0), head.length, 512)
  const major = head.toString('latin1', 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  const known = BRANDS.get(major)
  if (known) return known
  if (major.startsWith('3g2')) return 'video/3gpp2'
  if (major.startsWith('3g')) return 'video/3gpp'
  // Structural brands leave it to the compatible ones to say how pictures are coded.
  if (PICTURES.has(major)) return pictureType(brands, major)
  return brands.includes('qt  ') && !brands.some((brand) => /^(?:iso|mp4)/.test(brand))
    ? 'video/quicktime'
    : 'video/mp4'
}

const BRANDS: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ['heic', 'image/heic'],
  ['heix', 'image/heic'],
  ['heim', 'image/heic'],
  ['heis', 'image/heic'],
  ['hevc', 'image/heic-sequence'],
  ['hevx', 'image/heic-sequence'],
  ['crx ', 'image/x-canon-cr3'],
  ['jp2 ', 'image/jp2'],
  ['jpx ', 'image/jpx'],
  ['jpm ', 'image/jpm'],
  ['mjp2', 'image/mj2'],
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

const PICTURES: ReadonlySet<string> = new Set(['mif1', 'mif2', 'msf1', 'miaf', 'MiHE', 'MiHB'])

function pictureType(brands: readonly string[], major: string): string {
  if (brands.includes('avif') || brands.includes('avis')) return 'image/avif'
  if (brands.some((brand) => /^he(?:ic|ix|im|is)$/.test(brand))) return 'image/heic'
  if (brands.some((brand) => /^hev[cx]$/.test(brand))) return 'image/heic-sequence'
  return major === 'msf1' ? 'image/heif-sequence' : 'image/heif'
}
