/** A picture in a file of sound, and what it is of. */
export interface EmbeddedPicture {
  /** As in ID3: 3 is the front cover. */
  readonly kind: number
  readonly bytes: Buffer
}

/** Bytes of a picture that are read. */
export const LARGEST_PICTURE: number = 16 * 2 ** 20

/** A picture of FLAC and of Ogg comments (RFC 9639, 8.8); `null` when it is damaged or only a link. */
export function readPictureBlock(block: Buffer): EmbeddedPicture | null {
  const kind = block.readUInt32BE(0)
  const typeEnd = 8 + block.readUInt32BE(4)
  if (block.toString('latin1', 8, typeEnd) === '-->') return null
  const descriptionEnd = typeEnd + 4 + block.readUInt32BE(typeEnd)
  // Width, height, depth and colours come before the length.
  const start = descriptionEnd + 20
  const length = block.readUInt32BE(descriptionEnd + 16)
  if (start + length > block.length || length === 0) return null
  return { kind, bytes: block.subarray(start, start + length) }
}
