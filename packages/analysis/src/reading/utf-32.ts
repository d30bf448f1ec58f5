const MARK = 0xfeff

/** UTF-32 text with a byte order mark; `undefined` when a value is not a character (Unicode, 3.10, D101). */
export function decodeUtf32(
  bytes: Buffer,
): { charset: 'utf-32le' | 'utf-32be'; text: string } | undefined {
  if (bytes.length < 4) return undefined
  const isLittle = bytes.readUInt32LE(0) === MARK
  if (!isLittle && bytes.readUInt32BE(0) !== MARK) return undefined
  const characters: string[] = []
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const value = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return undefined
    characters.push(String.fromCodePoint(value))
  }
  return { charset: isLittle ? 'utf-32le' : 'utf-32be', text: characters.join('') }
}
