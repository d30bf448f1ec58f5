import { describe, expect, it } from 'vitest'
import { compareKeys, nameKey } from './name-key.ts'

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => compareKeys(nameKey(a), nameKey(b)))
}

describe('nameKey', () => {
  it.each([
    ['2 before 10', ['img 2.jpg', 'img 10.jpg', 'img 100.jpg']],
    ['numbers within text', ['a1b2', 'a1b10', 'a2b1']],
    ['whatever the case and accents', ['Äpfel', 'banane', 'Café', 'dose']],
    [
      'letters with strokes, and ligatures, among those that they are of',
      [
        'æsop',
        'afrika',
        'Äpfel',
        'đá',
        'dach',
        'ħal',
        'hut',
        'lód',
        'łódź',
        'œuf',
        'øre',
        'post',
        'zebra',
      ],
    ],
    ['numbers before letters', ['1', '9', 'a']],
    ['whole names before longer ones', ['a', 'a1', 'ab']],
    [
      'very long numbers after short ones',
      ['9'.repeat(60), `1${'0'.repeat(90)}`, `2${'0'.repeat(90)}`],
    ],
  ])('sorts %s', (_, names) => {
    expect(sorted(names.toReversed())).toEqual(names)
  })

  it('is the same whatever the zeros before a number, the case and the accents', () => {
    expect(nameKey('IMG_002.JPG')).toBe(nameKey('img_2.jpg'))
    expect(nameKey('Café')).toBe(nameKey('cafe'))
    expect(nameKey('０１２')).toBe(nameKey('12'))
    expect(nameKey('000')).toBe(nameKey('0'))
  })

  it('has at most 255 characters, and cuts none in two', () => {
    const key = nameKey('\ufdfa🏖'.repeat(36))
    expect([...key]).toHaveLength(255)
    expect(key.isWellFormed()).toBe(true)
  })
})

describe('compareKeys', () => {
  it('goes by code point, as UTF-8 does', () => {
    const keys = ['', 'a', 'a\uffff', 'a🏖', 'a🏖a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}']
    const bytes = (key: string) => Buffer.from(key)
    for (const a of keys) {
      for (const b of keys) {
        const expected = Math.sign(Buffer.compare(bytes(a), bytes(b)))
        expect(Math.sign(compareKeys(a, b))).toBe(expected)
      }
    }
  })
})
