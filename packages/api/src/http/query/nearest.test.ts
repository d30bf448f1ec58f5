import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const KNOWN = ['created_at', 'folder_id', 'tag', 'type', 'q']

describe('nearest', () => {
  it.each([
    ['createdAt', 'created_at'],
    ['creatd_at', 'created_at'],
    ['folder_ids', 'folder_id'],
    ['TAG', 'tag'],
    ['tags', 'tag'],
    ['typ', 'type'],
    ['colour', undefined],
    ['r', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('takes %s for %s', (given, meant) => {
    expect(nearest(given, KNOWN)).toBe(meant)
  })

  it('prefers what is known to a synonym, and a synonym to what is near', () => {
    const synonyms = new Map([
      ['tag', 'type'],
      ['typ', 'q'],
    ])
    expect(nearest('tag', KNOWN, synonyms)).toBe('tag')
    expect(nearest('typ', KNOWN, synonyms)).toBe('q')
  })
})
