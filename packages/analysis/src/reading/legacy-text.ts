import { hasControl } from './charset.ts'

/** Bytes after which binary data has broken the rules of the encodings below. */
const ENOUGH = 8
/** Encodings of several bytes a character. */
const MULTI_BYTE = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']

/**
 * The bytes as Latin-1 when they could be a short text in an encoding of its script, such as windows-1251 or
 * Shift_JIS: no control character, and white space or characters of several bytes without a fault. That alone does
 * not prove it: the caller has more evidence.
 */
export function readLegacyText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  // Control characters of the upper half are letters there.
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
