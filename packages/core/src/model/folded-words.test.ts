import { describe, expect, it } from 'vitest'
import { foldCase, foldedWords, foldText, searchPieces } from './folded-words.ts'

describe('foldText', () => {
  it.each([
    ['Straße', 'strasse'],
    ['Ärger', 'arger'],
    ['A\u0308rger', 'arger'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ＡＢＣ１２', 'abc12'],
    ['ﬁle', 'file'],
    ['한국', '한국'],
    ['हिन्दी', 'हिन्दी'],
    ['ガ', 'ガ'],
    ['❤️', '❤'],
  ])('makes %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('changes nothing any more the second time', () => {
    for (let code = 0x80; code < 0x30000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const folded = foldText(String.fromCodePoint(code))
      if (foldText(folded) !== folded) expect.fail(`U+${code.toString(16)}`)
    }
  })
})

describe('foldCase', () => {
  it('keeps accents', () => {
    expect(foldCase('ÄrGER')).toBe('ärger')
  })
})

describe('foldedWords', () => {
  it.each([
    ['IMG_0012 (final).JPG', ['img', '0012', 'final', 'jpg']],
    ['Düne 🏖👨‍👩‍👧.jpg', ['dune', '🏖👨👩👧', 'jpg']],
    ['東京タワー-夜景', ['東京タワー', '夜景']],
    ['--- _ .', []],
  ])('parts %s', (text, words) => {
    expect(foldedWords(text)).toEqual(words)
  })
})

describe('searchPieces', () => {
  it('gives each word once, sorted', () => {
    expect(searchPieces('b A á')).toEqual(['a', 'b'])
  })

  it('cuts long words into pieces that cover them', () => {
    const word = Array.from({ length: 50 }, (_, n) => String.fromCodePoint(0x1f600 + n)).join('')
    const pieces = searchPieces(word)
    expect(pieces.map((piece) => [...piece].length)).toEqual([24, 24, 24])
    expect(pieces.every((piece) => word.includes(piece) && piece.isWellFormed())).toBe(true)
    expect([...new Set(pieces.flatMap((piece) => [...piece]))]).toHaveLength(50)
  })
})
