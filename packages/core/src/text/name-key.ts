import { foldText } from './fold.ts'

/** The most characters of a key: what a database can keep in an index, however long the folded name is. */
const MAX_LENGTH = 255

/** The longest number whose length the key says. Longer ones are compared as text. */
const MAX_DIGITS = 70

/**
 * The key by which names are sorted, as people sort: whatever the case and accents, `2` before `10`. Compare keys by
 * code point: `compareKeys`, BINARY in SQLite, "C" in PostgreSQL.
 *
 * A number becomes `0`, a character for how many digits it has, and its digits without leading zeros.
 */
export function nameKey(name: string): string {
  const key = foldText(name).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    const length = String.fromCharCode(0x30 + Math.min(number.length, MAX_DIGITS))
    return `0${length}${number}`
  })
  return key.length <= MAX_LENGTH ? key : [...key].slice(0, MAX_LENGTH).join('')
}

/** Less than 0 when `a` comes first, by code point: as both databases compare UTF-8. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let index = 0; index < end; index += 1) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** UTF-16 has surrogates before U+E000, although what they stand for comes after U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
