import { inCanonicalOrder } from './canonical-order.ts'

/** The most UTF-16 units that NFC makes into one character: U+16126 is made of three characters. */
export const UNITS_OF_A_CHARACTER = 6

/**
 * The most UTF-16 units of a text that are processed. No text that is stored or searched for has more: the longest has
 * 1000 characters.
 */
export const MAX_UNITS: number = 1000 * UNITS_OF_A_CHARACTER

/** The first `units` of a text, which are all that is processed of it. */
export function bounded(text: string, units: number = MAX_UNITS): string {
  return text.length <= units ? text : text.slice(0, units).toWellFormed()
}

/** Normalization Form C of at most 6000 units (https://unicode.org/reports/tr15/). Takes linear time for any text. */
export function nfc(text: string): string {
  return inCanonicalOrder(bounded(text), 'NFD').normalize('NFC')
}

/** Normalization Form D of at most 6000 units. Takes linear time for any text. */
export function nfd(text: string): string {
  return inCanonicalOrder(bounded(text), 'NFD').normalize('NFD')
}

/** Normalization Form KD of at most 6000 units, which can be 18 times as many. Takes linear time for any text. */
export function nfkd(text: string): string {
  return inCanonicalOrder(bounded(text), 'NFKD').normalize('NFKD')
}

/**
 * Normalization Form C of a text that `nfd` or `nfkd` made and that was folded since: its marks are nearly in order.
 */
export function composed(decomposed: string): string {
  return decomposed.normalize('NFC')
}
