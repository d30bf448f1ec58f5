import { isUtf8 } from 'node:buffer'

/** UTF-16 units that are kept: of a caption or a notice, and of names. */
const LONGEST = 2000
export const LONGEST_NAME = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/**
 * Text for people: without control characters and white space around it, cut off after `longest` UTF-16 units; `null`
 * when nothing remains.
 */
export function photoText(
  text: string | null | undefined,
  longest: number = LONGEST,
): string | null {
  if (text == null) return null
  const plain = text
    .slice(0, 2 * longest)
    .replace(CONTROL, '')
    .trim()
  // References to characters in XML can name half of one.
  return plain === '' ? null : wholeCharacters(plain.toWellFormed().slice(0, longest))
}

function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

/** Text of unknown encoding: UTF-8 when it is valid, else windows-1252. Ends at a zero byte. */
export function decodePhotoText(bytes: Buffer): string {
  const zero = bytes.indexOf(0)
  const used = zero === -1 ? bytes : bytes.subarray(0, zero)
  return isUtf8(used) ? UTF_8.decode(used) : WINDOWS.decode(used)
}

const UTF_8 = new TextDecoder('utf-8')
const WINDOWS = new TextDecoder('windows-1252')
