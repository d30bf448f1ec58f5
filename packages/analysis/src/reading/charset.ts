import { decodeUtf32 } from './utf-32.ts'

/** Text as it was decoded from the first bytes of a file. */
interface DecodedText {
  /** WHATWG encoding name in lower case; `undefined` for an encoding that cannot be identified. */
  readonly charset: string | undefined
  /** Without byte order mark. A character cut off at the end of the bytes is left out. */
  readonly text: string
}

/** Control characters that text files do not hold. They do hold tab, LF, FF, CR, ESC and DOS's end mark (^Z). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u0019\u001c-\u001f\u007f]/

/**
 * Decodes the bytes when they are text, else `undefined`. It tries a byte order mark, UTF-16 without a mark, UTF-8, the
 * charset that markup declares, then windows-1252 when the result has only printable characters. Longer input without
 * any control character is text in an unknown encoding.
 */
export function decodeText(bytes: Buffer, isWhole: boolean): DecodedText | undefined {
  if (bytes.length === 0) return undefined
  const utf32 = decodeUtf32(bytes)
  if (utf32 && isPlain(utf32.text)) return utf32
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2), 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2), 'utf-16be')
  if (bytes.includes(0)) return unmarkedUtf16(bytes)
  return (
    utf8(bytes, isWhole) ?? declared(bytes, isWhole) ?? windows1252(bytes) ?? unknownEncoding(bytes)
  )
}

function utf8(bytes: Buffer, isWhole: boolean): DecodedText | undefined {
  return decodeAs('utf-8', bytes, isWhole)
}

/** XML 1.0, 4.3.3; HTML, 4.2.5.5. */
const DECLARATION =
  /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)|<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i

function declared(bytes: Buffer, isWhole: boolean): DecodedText | undefined {
  const match = DECLARATION.exec(bytes.toString('latin1', 0, 1024))
  const label = match?.[1] ?? match?.[2]
  return label === undefined ? undefined : decodeAs(label, bytes, isWhole)
}

/** `undefined` when there is no such encoding, or the bytes are invalid in it. */
function decodeAs(label: string, bytes: Buffer, isWhole: boolean): DecodedText | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    const text = decoder.decode(bytes, { stream: !isWhole })
    return isPlain(text) ? { charset: decoder.encoding, text } : undefined
  } catch {
    return undefined
  }
}

function utf16(bytes: Buffer, charset: 'utf-16le' | 'utf-16be'): DecodedText | undefined {
  const text = new TextDecoder(charset).decode(bytes.subarray(0, bytes.length & ~1))
  // Binary data read as UTF-16 lands everywhere: unpaired surrogates, private use, unassigned.
  const odd = text.match(/[\ud800-\udfff\ue000-\uf8ff\ufffd-\uffff]|\p{Cn}/gu)?.length ?? 0
  if (!isPlain(text) || odd > text.length / 100) return undefined
  return { charset, text }
}

function unmarkedUtf16(bytes: Buffer): DecodedText | undefined {
  const sample = bytes.subarray(0, 512)
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index += 1) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
    // Nearly every binary file ends here, after a few bytes.
    if (even > 0 && odd > 0) return undefined
  }
  const enough = sample.length * 0.35
  if (odd > enough) return utf16(bytes, 'utf-16le')
  if (even > enough) return utf16(bytes, 'utf-16be')
  return undefined
}

function windows1252(bytes: Buffer): DecodedText | undefined {
  const text = new TextDecoder('windows-1252').decode(bytes)
  const high = bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0)
  // The five bytes without a character in windows-1252 decode to C1 controls.
  const undefinedBytes = /[\u0081\u008d\u008f\u0090\u009d]/.test(text)
  if (!isPlain(text) || undefinedBytes || high > bytes.length * 0.4) return undefined
  return { charset: FOREIGN_WORD.test(text) ? undefined : 'windows-1252', text }
}

/** A run of such letters is a word of another script, read in the wrong encoding. */
const FOREIGN_WORD = /[\u00c0-\u00ff]{5}/

/** This many bytes lack control characters by chance in one of 10^12 files. */
function unknownEncoding(bytes: Buffer): DecodedText | undefined {
  const text = bytes.toString('latin1')
  return bytes.length >= 256 && isPlain(text) ? { charset: undefined, text } : undefined
}

function isPlain(text: string): boolean {
  return !hasControl(text)
}

/** A bell or a backspace in a printout after another character, such as a letter that is struck over. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const PRINTED = /([^\u0000-\u0008])[\u0007\u0008]/g

/**
 * Whether the text has control characters that text does not hold. Printouts may strike letters over and ring the bell.
 */
export function hasControl(text: string): boolean {
  if (!CONTROL.test(text)) return false
  return CONTROL.test(text.replace(PRINTED, '$1'))
}
