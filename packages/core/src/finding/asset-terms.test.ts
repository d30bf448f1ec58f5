import { describe, expect, it } from 'vitest'
import { requireFilter } from '../filters/checked-filter.ts'
import { termClauses } from '../filters/term-clauses.ts'
import { foldedWords } from '../text/words.ts'
import { termsOf } from './asset-terms.ts'

const PICTURE = {
  name: 'IMG_12.jpg',
  type: 'image',
  mimeType: 'image/jpeg',
  extension: 'jpg',
  sha256: 'ab'.repeat(32),
} as const

/** Whether the terms answer the filter. */
function finds(source: Parameters<typeof termsOf>[0], filter: unknown): boolean {
  const terms = termsOf(source)
  return termClauses(requireFilter(filter)).every((clause) =>
    clause.some(({ term, prefix }) =>
      terms.some((each) => (prefix ? each.startsWith(term) : each === term)),
    ),
  )
}

describe('termsOf', () => {
  it('has every end of every word, each once', () => {
    const ends = termsOf(PICTURE).filter((term) => /^[a-z0-9]+$/.test(term))
    expect(ends.toSorted()).toEqual(['12', '2', 'g', 'img', 'jpg', 'mg', 'pg'])
    expect(new Set(termsOf(PICTURE)).size).toBe(termsOf(PICTURE).length)
  })

  it('finds every part of every word, and no other', () => {
    const name = 'Überraschung-in-東京 🏖🏖 1234567890123456789012345678901234567890'
    for (const word of foldedWords(name)) {
      const characters = [...word]
      for (let from = 0; from < characters.length; from += 1) {
        const search = characters.slice(from).join('')
        expect(finds({ ...PICTURE, name }, { search })).toBe(true)
        expect(finds({ ...PICTURE, name }, { search: `${search}x` })).toBe(false)
      }
    }
  })

  it('keeps values apart that differ by case, kind or type alone', () => {
    const source = { ...PICTURE, tags: ['Ärger'], metadata: { a: 'X', n: 1, f: false, z: null } }
    expect(finds(source, { tags: ['ärger'] })).toBe(true)
    expect(finds(source, { tags: ['arger'] })).toBe(false)
    expect(finds(source, { metadata: { a: 'X', n: 1, f: false, z: null } })).toBe(true)
    for (const metadata of [{ a: 'x' }, { n: '1' }, { f: null }, { z: 'null' }, { A: 'X' }]) {
      expect(finds(source, { metadata })).toBe(false)
    }
    expect(finds(source, { mimeType: 'image/*', type: 'image', extension: 'jpg' })).toBe(true)
    expect(finds(source, { mimeType: 'imag/*' })).toBe(false)
    expect(finds(source, { mimeType: ['image/jpegs', 'image/jpe'] })).toBe(false)
  })

  it('has no term that a database would part or take for another', () => {
    const strange = ['a b', 'A"b', '\ue003["a","X"]', '\ue141', 'x'.repeat(9999), '*', "'", '\\']
    const source = { ...PICTURE, tags: strange, metadata: { s: strange.join() } }
    for (const term of termsOf(source)) expect(term).toMatch(/^[a-z0-9\u0080-\u{10ffff}]{1,200}$/u)
    for (const tag of strange) expect(finds(source, { metadata: { s: tag } })).toBe(false)
    expect(finds({ ...PICTURE, tags: ['A'] }, { tags: ['\ue141'] })).toBe(false)
  })
})
