import { describe, expect, it } from 'vitest'
import { piecesToMerge, sizeOfPieces, windowsOf } from './piece-rules.ts'
import type { Piece } from './piece-store.ts'

const MIB = 1024 ** 2

function piecesOf(...sizes: number[]): Piece[] {
  let start = 0
  return sizes.map((size, index) => {
    const piece = { start, size, ref: String(index) }
    start += size
    return piece
  })
}

/** Writers of `each` bytes, none of which can make a piece grow. */
function written(writers: number, each: number) {
  let pieces: Piece[] = []
  let rewritten = 0
  let most = 0
  for (let at = 0; at < writers; at += 1) {
    const merged = piecesToMerge(pieces)
    const size = merged.reduce((sum, piece) => sum + piece.size, 0)
    rewritten += size
    const kept = pieces.slice(0, pieces.length - merged.length)
    pieces = piecesOf(...kept.map((piece) => piece.size), size + each)
    most = Math.max(most, pieces.length)
  }
  return { bytes: sizeOfPieces(pieces), rewritten, most }
}

describe('piecesToMerge', () => {
  it('takes small pieces, and leaves large ones as they are', () => {
    expect(piecesToMerge([])).toEqual([])
    expect(piecesToMerge(piecesOf(10 * MIB))).toEqual([])
    expect(piecesToMerge(piecesOf(10 * MIB, 5))).toHaveLength(1)
    expect(piecesToMerge(piecesOf(10 * MIB, 5, 7))).toHaveLength(2)
    expect(piecesToMerge(piecesOf(100_000, 65_536, 65_536))).toHaveLength(3)
  })

  it.each([1, 1000, 70_000, 10 * MIB])(
    'keeps the pieces few with any number of writers of %i bytes',
    (each) => {
      const { bytes, rewritten, most } = written(20_000, each)
      expect(bytes).toBe(20_000 * each)
      expect(most).toBeLessThan(320)
      // A byte at a time is what it is: 64 KiB each at most.
      expect(rewritten).toBeLessThan(each < 65_536 ? 20_000 * 131_072 : 20 * bytes)
    },
  )
})

describe('sizeOfPieces', () => {
  it('refuses gaps, overlaps and empty pieces', () => {
    expect(sizeOfPieces(piecesOf(3, 4))).toBe(7)
    for (const wrong of [
      [{ start: 1, size: 2, ref: 'a' }],
      [...piecesOf(3), { start: 2, size: 2, ref: 'b' }],
      [...piecesOf(3), { start: 4, size: 2, ref: 'b' }],
      piecesOf(0),
    ]) {
      expect(() => sizeOfPieces(wrong)).toThrow('without gaps')
    }
  })
})

describe('windowsOf', () => {
  it('finds the parts of a range', () => {
    const pieces = piecesOf(3, 4, 5)
    const windows = windowsOf(pieces, { start: 2, end: 8 })
    expect(windows.map(({ piece, start, end }) => [piece.ref, start, end])).toEqual([
      ['0', 2, 3],
      ['1', 0, 4],
      ['2', 0, 1],
    ])
    expect(windowsOf(pieces, { start: 7, end: 7 })).toEqual([])
    expect(() => windowsOf(pieces, { start: 7, end: 13 })).toThrow('range')
  })
})
