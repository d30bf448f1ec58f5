/** Block size, then as much as the head holds of the magic of a block or of the end (bzip2 format, 2.2). */
export function isBzip2(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 10)
  const [, block] = /^BZh[1-9](.*)$/s.exec(start) ?? []
  if (block === undefined) return false
  return ['1AY&SY', '\x17rE8P\x90'].some((magic) => magic.startsWith(block))
}

/** A DOS program of some pages, or one whose new header lies within the file (PE format, MS-DOS stub). */
export function isProgram(head: Buffer, size: number): boolean {
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < 28) return false
  const newer = head.length >= 64 ? head.readUInt32LE(60) : 0
  if (newer >= 4 && newer + 4 <= size) {
    if (newer + 4 > head.length) return true
    if (/^(?:PE|NE|LE|LX)/.test(head.toString('latin1', newer, newer + 2))) return true
  }
  const pages = head.readUInt16LE(4)
  const header = head.readUInt16LE(8) * 16
  return (
    head.readUInt16LE(2) < 512 &&
    pages > 0 &&
    (pages - 1) * 512 < size &&
    header >= 28 &&
    header <= size
  )
}

/** Bits of a code are 9 to 16, two flags are unused, and the first code is a byte. */
export function isCompress(head: Buffer): boolean {
  if (head.length < 4 || head.readUInt16BE(0) !== 0x1f9d) return false
  const flags = head.readUInt8(2)
  const isByte = ((head[4] ?? 0) & 1) === 0
  return (flags & 0x60) === 0 && (flags & 31) >= 9 && (flags & 31) <= 16 && isByte
}

/** The old binary format in either byte order: type bits of a mode, and a name that ends with 0. */
export function isBinaryCpio(head: Buffer, size: number): boolean {
  if (head.length < 28) return false
  const isLittle = head.readUInt16LE(0) === 0o070707
  if (!isLittle && head.readUInt16BE(0) !== 0o070707) return false
  const number = (at: number): number => (isLittle ? head.readUInt16LE(at) : head.readUInt16BE(at))
  const kind = number(6) >> 12
  const name = number(20)
  const isName = name > 1 && 26 + name <= size && (head[26 + name - 1] ?? 0) === 0
  const content = number(22) * 65_536 + number(24)
  return [1, 2, 4, 6, 8, 10, 12].includes(kind) && isName && 26 + name + content <= size
}

/** Sizes of the main header and of its first part, and a method that exists (ARJ technical note). */
export function isArj(head: Buffer): boolean {
  if (head.length < 34 || head.readUInt16LE(0) !== 0xea60) return false
  const size = head.readUInt16LE(2)
  const first = head.readUInt8(4)
  return size >= 30 && size <= 2600 && first >= 30 && first <= size && head.readUInt8(10) === 2
}

/**
 * The usual properties, a dictionary of a power of two or one and a half times one, and a size that is unknown or
 * possible.
 */
export function isLzma(head: Buffer): boolean {
  if (head.length < 18 || head[0] !== 0x5d || head[13] !== 0) return false
  const dictionary = head.readUInt32LE(1)
  const isSize =
    Number.isInteger(Math.log2(dictionary)) || Number.isInteger(Math.log2(dictionary / 3))
  const length = head.readBigUInt64LE(5)
  return isSize && dictionary >= 4096 && (length === 2n ** 64n - 1n || length < 2n ** 38n)
}

/** The checksum of the first header, which serves older tar files as their signature (POSIX.1-1988, 10.1.1). */
export function isTar(head: Buffer): boolean {
  if (head.length < 512 || head[0] === 0) return false
  const [, written] = /^ *([0-7]{1,7})[ \0]/.exec(head.toString('latin1', 148, 156)) ?? []
  if (written === undefined) return false
  let sum = 8 * 32
  for (let at = 0; at < 512; at += 1) if (at < 148 || at >= 156) sum += head[at] ?? 0
  return sum === Number.parseInt(written, 8)
}
