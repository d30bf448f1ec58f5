import { hasControl } from './charset.ts'

/** Bytes within which binary data breaks the rules of the encodings below. */
const ENOUGH = 8
/** Encodings with several bytes for a character. */
const MULTI_BYTE = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']

/**
 * The bytes as Latin-1 when they could be a short text in a legacy encoding, such as windows-1251 or Shift_JIS: no
 * control character, and either white space or valid multi-byte characters. That alone proves nothing: the caller needs
 * more evidence.
 */
export function readLegacyText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  // Legacy encodings have letters where Latin-1 has its upper control characters.
  if (hasControl(text)) return undefined
  const isLong = bytes.length >= ENOUGH
  const isText =
    /[\t\n\r ]/.test(text) || (isLong && MULTI_BYTE.some((encoding) => isValid(encoding, bytes)))
  return isText ? text : undefined
}

function isValid(encoding: string, bytes: Buffer): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
