import { DIGITS } from './digits.ts'
import { LETTERS } from './letters.ts'
import { bounded, composed, nfc, nfkd } from './normal-forms.ts'

/**
 * How many UTF-16 units of a text are folded. No stored text has more than 1000 characters, and no character more than
 * 2 units.
 */
const MAX_UNITS = 2000

/**
 * What is ignored where accents do not matter: invisible characters (soft hyphens, joiners, variation selectors),
 * accents, the points of Hebrew, Arabic and Syriac, tatweel, the dot of Catalan `l·l`, and letters that stand for an
 * apostrophe. Not the marks that turn an Indic or Japanese letter into another one, except nuktas, which many leave
 * out.
 */
const PASSED_OVER =
  /\p{DI}|[\u00b7\u02b9-\u02bf\u0640\u06e5\u06e6\u07fa\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]|(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Samaritan}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Coptic}]/gu

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\x00-\x7f]*$/

const NON_ASCII = /[\u0080-\u{10ffff}]/gu

/** Katakana, which hiragana precede in the same order. */
const KATAKANA = /[\u30a1-\u30f6\u30fd]/
const TO_HIRAGANA = -0x60

/**
 * Folds a text for comparisons that ignore case and accents. It also folds what people type differently when their
 * keyboard lacks a letter: `ø` as `o`, `ß` as `ss`, digits and forms of letters of any script, kana of either kind. Of
 * more than 2000 UTF-16 units, only the first 2000 count.
 */
export function foldText(text: string): string {
  const short = bounded(text, MAX_UNITS)
  if (ASCII.test(short)) return short.toLowerCase()
  const plain = nfkd(short).replace(PASSED_OVER, '')
  return composed(withoutCase(plain).replace(NON_ASCII, typed))
}

/** Folds a text for comparisons that ignore only case. `ß` and `SS` are the same, as are both small sigmas. */
export function foldCase(text: string): string {
  const short = bounded(text)
  return ASCII.test(short) ? short.toLowerCase() : nfc(withoutCase(short))
}

/** Full case folding (The Unicode Standard, section 3.13), but for `ı`, which becomes `i`. */
function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

function typed(character: string): string {
  const known = LETTERS.get(character) ?? DIGITS.get(character)
  if (known !== undefined) return known
  if (!KATAKANA.test(character)) return character
  return String.fromCharCode(character.charCodeAt(0) + TO_HIRAGANA)
}
