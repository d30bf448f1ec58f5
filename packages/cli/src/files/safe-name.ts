import { foldCase } from '@stowage/core/internal'

/** Characters that some file system refuses in a name, and those that reverse text in a listing. */
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Windows device names, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** Bytes of UTF-8 that nearly every file system allows in a name. */
const MAX_BYTES = 255

/**
 * A file name that every file system accepts, from a name in the store, which is other people's data. Never a path,
 * never empty, hidden only if it was.
 */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(FORBIDDEN, '_')
    // Windows drops them.
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$&')
  return clean === '' ? '_' : shortened(clean, MAX_BYTES)
}

/** The same name with a number before its extension: `a (2).jpg`. */
export function numberedName(name: string, number: number): string {
  return suffixedName(name, ` (${number})`)
}

/** The same name with something before its extension. */
export function suffixedName(name: string, suffix: string): string {
  const { stem, extension } = partsOf(name)
  const tail = `${suffix}${extension}`
  return shortened(stem, MAX_BYTES - Buffer.byteLength(tail)) + tail
}

/**
 * A key that is equal for paths which file systems treat as the same: many ignore case and how characters are composed,
 * and one ignores invisible characters.
 */
export function nameOnDisk(path: string): string {
  const seen = path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.split('/').map(foldCase).join('/')
}

/** Cuts a name to this many bytes, between code points, and keeps the extension. */
export function shortened(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name
  const { stem, extension } = partsOf(name)
  let kept = ''
  let room = bytes - Buffer.byteLength(extension)
  for (const character of stem) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept += character
  }
  return kept + extension
}

/** A long extension is part of the name. */
function partsOf(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 32 ? name.slice(dot) : ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}
