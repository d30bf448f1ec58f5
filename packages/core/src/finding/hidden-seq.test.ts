import { describe, expect, it } from 'vitest'
import { hideSeq, shownSeq } from './hidden-seq.ts'

const key = '00112233445566778899aabbccddeeff'

describe('hideSeq', () => {
  it.each([0, 1, 255, 2 ** 40])('hides %d, which its key and place show again', (seq) => {
    expect(shownSeq(key, 'place', hideSeq(key, 'place', seq))).toBe(seq)
  })

  it('shows nothing with another key, at another place, or of a text that it did not make', () => {
    const hidden = hideSeq(key, 'place', 7)
    expect(shownSeq(key.replace('0', '1'), 'place', hidden)).toBeNull()
    expect(shownSeq(key, 'elsewhere', hidden)).toBeNull()
    for (const text of ['', hidden.slice(1), `${hidden}A`, 7, null, undefined]) {
      expect(shownSeq(key, 'place', text)).toBeNull()
    }
  })

  it('makes texts of neighbours that share no beginning', () => {
    const texts = Array.from({ length: 50 }, (_, seq) => hideSeq(key, 'place', seq).slice(0, 4))
    expect(new Set(texts).size).toBe(50)
  })
})
