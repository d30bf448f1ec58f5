export function isPortable(head: Buffer, kind: string): boolean {
  return (
    head[0] === 0x50 &&
    /^P(\d)\s+(?:#[^\n]*\n\s*)*\d+\s/.exec(head.toString('latin1', 0, 512))?.[1] === kind
  )
}

export function isSgi(head: Buffer): boolean {
  if (head.length < 12 || head.readUInt16BE(0) !== 0x01da) return false
  return head.readUInt8(2) <= 1 && [1, 2].includes(head.readUInt8(3)) && head.readUInt16BE(4) <= 3
}

/** A version, run lengths, a window, planes and lines, and a byte that is 0 (ZSoft PCX technical reference). */
export function isPcx(head: Buffer): boolean {
  if (head.length < 128 || head[0] !== 0x0a || head.readUInt8(1) > 5 || head.readUInt8(2) > 1)
    return false
  const isWindow =
    head.readUInt16LE(8) >= head.readUInt16LE(4) && head.readUInt16LE(10) >= head.readUInt16LE(6)
  const planes = head.readUInt8(65)
  const isDepth = [1, 2, 4, 8].includes(head.readUInt8(3)) && planes >= 1 && planes <= 4
  return isWindow && isDepth && head[64] === 0 && head.readUInt16LE(66) > 0
}

/** Kind, map and depth agree, and the file holds the pixels that it announces (Truevision TGA 2.0, C). */
export function isTarga(head: Buffer, size: number): boolean {
  if (head.length < 19) return false
  const hasMap = head.readUInt8(1)
  const kind = head.readUInt8(2) & ~8
  const isIndexed = kind === 1
  if (kind < 1 || kind > 3 || head.readUInt8(2) > 11 || hasMap !== (isIndexed ? 1 : 0)) return false
  const mapDepth = head.readUInt8(7)
  const mapFits = isIndexed ? [15, 16, 24, 32].includes(mapDepth) : head.readUIntLE(3, 5) === 0
  const pixels = head.readUInt16LE(12) * head.readUInt16LE(14)
  const depth = head.readUInt8(16)
  const isDepth = kind === 2 ? [15, 16, 24, 32].includes(depth) : depth === 8 || depth === 16
  const pixelBytes = Math.ceil(depth / 8)
  const isPacked = head.readUInt8(2) > 8
  const data = isPacked ? Math.ceil(pixels / 128) * (1 + pixelBytes) : pixels * pixelBytes
  const map = isIndexed ? head.readUInt16LE(5) * Math.ceil(mapDepth / 8) : 0
  const isWhole = 18 + head.readUInt8(0) + map + data <= size
  return mapFits && pixels > 0 && isDepth && isWhole && head.readUInt8(17) < 64
}

/** A header of nine words without parameters, and a plausible size (MS-WMF 2.3.2.2). */
export function isPlainMetafile(head: Buffer, size: number): boolean {
  if (head.length < 18) return false
  const version = head.readUInt16LE(4)
  const words = head.readUInt32LE(6)
  return (
    [1, 2].includes(head.readUInt16LE(0)) &&
    head.readUInt16LE(2) === 9 &&
    (version === 0x100 || version === 0x300) &&
    words >= 12 &&
    words <= size &&
    head.readUInt16LE(16) === 0
  )
}

const ENTRY = 16

/** Entries whose pictures start after the list and within the file; an empty list is the whole file. */
export function isIcon(head: Buffer, size: number, kind: 1 | 2): boolean {
  if (head.length < 6 || head.readUInt16LE(0) !== 0 || head.readUInt16LE(2) !== kind) return false
  const count = head.readUInt16LE(4)
  if (count === 0) return size === 6
  const list = 6 + count * ENTRY
  if (count > 255 || head.length < 6 + ENTRY) return false
  for (let at = 6; at < list && at + ENTRY <= head.length; at += ENTRY) {
    const start = head.readUInt32LE(at + 12)
    if (head.readUInt8(at + 3) % 255 !== 0 || start < list || start >= size) return false
    if (start + 4 <= head.length && !isIconPicture(head.readUInt32LE(start))) return false
  }
  return true
}

/** A picture of an icon begins with the size of a bitmap header, or with a PNG signature. */
function isIconPicture(start: number): boolean {
  return (start >= 12 && start <= 256) || start === 0x474e5089
}
