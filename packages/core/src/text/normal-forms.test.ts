import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { MAX_UNITS, nfc, nfd, nfkd, UNITS_OF_A_CHARACTER } from './normal-forms.ts'

const FORMS = [
  ['NFC', nfc],
  ['NFD', nfd],
  ['NFKD', nfkd],
] as const

function* codePoints(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
  }
}

const MARKS = [...codePoints()].filter((character) => /\p{M}/u.test(character))

describe.each(FORMS)('%s', (name, form) => {
  it('is what the platform makes of every mark within a long run of others', () => {
    for (const mark of MARKS) {
      const text = `a${'\u0315\u0334\u0345\u0300'.repeat(3)}${mark}${'\u05b4\u0316\u0e48'.repeat(3)}`
      if (form(text) !== text.normalize(name)) expect.fail(`U+${mark.codePointAt(0)?.toString(16)}`)
    }
  })

  const runs = forSeeds('is what the platform makes of random runs of marks', 2, (numbers) => {
    const random = (below: number): number => Math.floor(numbers() * below)
    const others = [
      'a',
      '\uff9e',
      '\uff9f',
      'か',
      '가',
      '\u1100',
      '\u1161',
      '\u11a8',
      'ḉ',
      'ᾂ',
      ' ',
    ]
    for (let round = 0; round < 1000; round += 1) {
      const parts = Array.from({ length: 60 }, () =>
        random(8) === 0 ? others[random(others.length)] : MARKS[random(MARKS.length)],
      )
      const text = parts.join('')
      expect(form(text)).toBe(text.normalize(name))
    }
  })
  for (const seeded of runs) it(seeded.name, () => seeded.run())

  it('works on the first 6000 units, and cuts no character in two', () => {
    expect(form('x'.repeat(MAX_UNITS + 1))).toBe('x'.repeat(MAX_UNITS))
    expect(form(`x${'🏖'.repeat(MAX_UNITS)}`)).toBe(`x${'🏖'.repeat(MAX_UNITS / 2 - 1)}\ufffd`)
  })
})

describe('nfc', () => {
  it('makes no character of more than 6 units', () => {
    for (const character of codePoints()) {
      const most = UNITS_OF_A_CHARACTER * [...character.normalize('NFC')].length
      const units = Math.max(character.length, character.normalize('NFD').length)
      if (units > most) expect.fail(`U+${character.codePointAt(0)?.toString(16)}`)
    }
  })

  it('takes no more of the processor for marks out of order than for marks in order', () => {
    const half = MAX_UNITS / 2
    const time = (text: string): number => {
      const before = process.cpuUsage()
      for (let round = 0; round < 20; round += 1) nfc(text)
      return process.cpuUsage(before).user
    }
    const inOrder = `${'\u0300'.repeat(half)}${'\u0315'.repeat(half)}`
    const outOfOrder = `${'\u0315'.repeat(half)}${'\u0300'.repeat(half)}`
    time(inOrder)
    expect(time(outOfOrder)).toBeLessThan(5 * time(inOrder) + 20_000)
  })
})
