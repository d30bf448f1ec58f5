import { describe, expect, it, vi } from 'vitest'
import { foldedWords, searchPieces, wordsOfAll } from './words.ts'

describe('foldedWords', () => {
  it.each([
    ['IMG_0012 (final).JPG', ['img', '0012', 'final', 'jpg']],
    ['Düne 🏖👨‍👩‍👧.jpg', ['dune', '🏖👨👩👧', 'jpg']],
    ['東京タワー-夜景', ['東京たわー', '夜景']],
    ['co\u00adoperate', ['cooperate']],
    ['--- _ .', []],
  ])('parts %s', (text, words) => {
    expect(foldedWords(text)).toEqual(words)
  })
})

describe('wordsOfAll', () => {
  it('has 8000 characters, those of the first text always', () => {
    const texts = [`${'x'.repeat(255)}`, ...Array.from({ length: 100 }, () => 'y'.repeat(100))]
    const words = wordsOfAll(texts)
    expect(words[0]).toBe(texts[0])
    expect(words.join('').length).toBe(255 + 7700)
    expect(wordsOfAll(['a', 'b '.repeat(999), 'c'])).toHaveLength(1001)
  })

  it('folds no text once it has them, and no more than 16,384 units of what is no word', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    try {
      const heavy = Array.from({ length: 100 }, () => '\ufdfa'.repeat(1000))
      const empty = Array.from({ length: 100 }, () => '\u0315\u0300'.repeat(500))
      for (const texts of [heavy, empty]) {
        normalize.mockClear()
        wordsOfAll(['a.txt', ...texts])
        const units = normalize.mock.contexts.reduce<number>(
          (sum, text) => sum + String(text).length,
          0,
        )
        expect(units).toBeLessThan(60_000)
      }
    } finally {
      vi.restoreAllMocks()
    }
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
