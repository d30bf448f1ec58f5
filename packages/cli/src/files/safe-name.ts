import { foldCase } from '@stowage/core/internal'

/** What some file system does not take in a name, with what turns text around in a listing. */
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Devices of Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** Of UTF-8, as nearly every file system takes them. */
const MAX_BYTES = 255

/**
 * A file name that every file system takes, for a name of the store: that is data of other people. Never a path, never
 * empty, hidden only if it was.
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
 * What file systems take for the same path: many do not tell cases apart, nor how characters are composed, and one passes
 * over characters that nobody sees.
 */
export function nameOnDisk(path: string): string {
  const seen = path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.split('/').map(foldCase).join('/')
}

/** Cut to so many bytes between code points, the extension kept. */
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
