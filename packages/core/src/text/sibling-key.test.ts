import { describe, expect, it } from 'vitest'
import { siblingKey } from './sibling-key.ts'

describe('siblingKey', () => {
  it.each([
    ['Photos', 'PHOTOS'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['ﬁle', 'FILE'],
    ['K', '\u212a'],
  ])('is the same for %j and %j', (one, two) => {
    expect(siblingKey(one)).toBe(siblingKey(two))
  })

  it.each([
    ['a', 'ä'],
    ['ı', 'i'],
    ['a', 'a '],
    ['2', '02'],
    ['²', '2'],
    // Folded for search and order (`foldText`), yet folders of their own.
    ['đ', 'd'],
    ['ø', 'o'],
    ['œuf', 'oeuf'],
    ['أ', 'ا'],
    ['ـا', 'ا'],
    ['٣', '3'],
    ['co\u00adop', 'coop'],
  ])('differs for %j and %j', (one, two) => {
    expect(siblingKey(one)).not.toBe(siblingKey(two))
  })
})
