import { describe, expect, it } from 'vitest'
import { foldCase, foldText } from './fold.ts'

/** All that a word can have, and what nobody sees; but for the many characters of Han and Hangul, only the first. */
const ALL: readonly string[] = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => !(code > 0x3500 && code < 0x9fff) && !(code > 0xac80 && code < 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[\p{L}\p{M}\p{N}\p{So}\p{DI}]/u.test(character))
  .filter((character) => !/[\u{20010}-\u{2f7ff}\u{30000}-\u{3ffff}]/u.test(character))

/** Where it does not hold, as code points. */
function exceptions(holds: (character: string) => boolean): readonly string[] {
  return ALL.filter((character) => !holds(character)).map(
    (character) => `U+${character.codePointAt(0)?.toString(16)}`,
  )
}

describe('foldText', () => {
  it.each([
    ['Straße', 'strasse'],
    ['Ärger', 'arger'],
    ['A\u0308rger', 'arger'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ILIK', 'ılık'],
    ['ＡＢＣ１２', 'abc12'],
    ['ﬁle', 'file'],
    ['한국', '한국'],
    ['हिन्दी', 'हिन्दी'],
    ['फ़िल्म', 'फिल्म'],
    ['ガ', 'が'],
    ['か', 'カ'],
    ['ｶﾀｶﾅ', 'かたかな'],
    ['❤️', '❤'],
    ['Đà Nẵng', 'da nang'],
    ['Łódź', 'lodz'],
    ['smørrebrød', 'smorrebrod'],
    ['Ħal', 'hal'],
    ['Œuvre', 'oeuvre'],
    ['ÆRØ', 'aero'],
    ['Þing', 'thing'],
    ['Əli', 'eli'],
    ['Ғылым', 'гылым'],
    ['шӱй', 'шуи'],
    ['שָׁלוֹם', 'שלום'],
    ['מלך', 'מלכ'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['كـــتاب', 'کتاب'],
    ['علی', 'علي'],
    ['موسى', 'موسي'],
    ['مدرسة', 'مدرسه'],
    ['می\u200cخواهم', 'ميخواهم'],
    ['٢٠٢٦ ۲۰۲۶ २०२६ ๒๐๒๖', '2026 2026 2026 2026'],
    ['co\u00adoperate zero\u200bwidth', 'cooperate zerowidth'],
    ['Hawaiʻi Qurʾān', 'hawaii quran'],
    ['Col·lecció', 'colleccio'],
  ])('makes %s the same as %s', (text, other) => {
    expect(foldText(text)).toBe(foldText(other))
  })

  it.each([
    ['か', 'が'],
    ['ค่า', 'คา'],
    ['हिन्दी', 'हन्द'],
    ['l', 'i'],
    ['ن', 'ب'],
    ['а', 'a'],
    ['0', 'o'],
  ])('tells %s from %s', (text, other) => {
    expect(foldText(text)).not.toBe(foldText(other))
  })

  it('changes no character any more the second time', () => {
    expect(
      exceptions((character) => {
        const folded = foldText(character)
        return foldText(folded) === folded
      }),
    ).toEqual([])
  })

  it('makes the same of every character in each of its cases and compositions', () => {
    expect(
      exceptions((character) => {
        const folded = foldText(character)
        // The small iota of Greek is a letter of its own in capitals.
        const hasIota = character.normalize('NFD').includes('\u0345')
        const others = [
          ...(hasIota ? [] : [character.toUpperCase(), character.toLowerCase()]),
          character.normalize('NFC'),
          character.normalize('NFD'),
          character.normalize('NFKC'),
          character.normalize('NFKD'),
        ]
        return others.every((other) => foldText(other) === folded)
      }),
    ).toEqual([])
  })

  it('makes an ASCII digit of every digit', () => {
    expect(
      exceptions((character) => !/\p{Nd}/u.test(character) || /^\d$/.test(foldText(character))),
    ).toEqual([])
  })

  it('leaves nothing of what nobody sees, nor of accents and points of alphabets without vowels', () => {
    const passedOver =
      /\p{DI}|(?![\u3099\u309a])\p{M}(?<=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])/u
    expect(
      exceptions((character) => !passedOver.test(character) || foldText(character) === ''),
    ).toEqual([])
  })

  it('makes ASCII letters of every Latin letter that the root collation takes for them', () => {
    const collator = new Intl.Collator('und', { sensitivity: 'base' })
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const typed = letters.flatMap((one) => [one, ...letters.map((other) => one + other)])
    const latin = ALL.filter((character) => /(?=\p{L})\p{Script=Latin}/u.test(character))
    const wrong = latin.filter((character) => {
      const found = typed.find((text) => collator.compare(text, character) === 0)
      return found !== undefined && foldText(character) !== found
    })
    expect(wrong).toEqual([])
  })

  it('folds the first 2000 units', () => {
    expect(foldText('É'.repeat(2001))).toBe('e'.repeat(2000))
  })
})

describe('foldCase', () => {
  it('keeps accents', () => {
    expect(foldCase('ÄrGER')).toBe('ärger')
  })
})
