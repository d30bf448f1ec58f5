import { invalidArgument } from '../errors/invalid-argument.ts'
import { type ByteRange, resolveRange } from './byte-range.ts'
import type { Piece } from './piece-store.ts'

/** Bytes up to which a last piece is written again together with what follows it. */
const SMALL = 64 * 1024

/** From this number of pieces on, larger ones are put together too. */
const MANY = 256

/** Bytes that the pieces have together. `invalid_argument` unless they follow each other from 0 on. */
export function sizeOfPieces(pieces: readonly Piece[]): number {
  let end = 0
  for (const { start, size } of pieces) {
    if (start !== end || !(Number.isSafeInteger(size) && size > 0)) {
      throw invalidArgument('pieces', 'The pieces of a file follow each other without gaps.')
    }
    end += size
  }
  return end
}

/**
 * The last pieces, which the next writer puts together with its bytes. Each is at most twice as long as all after it,
 * so that no byte is written again more than about 20 times, and a file has few pieces however small they come.
 */
export function piecesToMerge(pieces: readonly Piece[]): readonly Piece[] {
  const isMany = pieces.length >= MANY
  let size = 0
  let from = pieces.length
  for (const piece of pieces.toReversed()) {
    const most = isMany ? Math.max(SMALL, 2 * size) : Math.max(SMALL, size)
    if (piece.size > most && !(isMany && size === 0)) break
    size += piece.size
    from -= 1
  }
  const merged = pieces.slice(from)
  // Writing one large piece again would save none.
  return merged.length === 1 && size > SMALL ? [] : merged
}

/** The parts of pieces that make up a range of their file. `start` and `end` are within the piece. */
export function windowsOf(
  pieces: readonly Piece[],
  range: ByteRange,
): { readonly piece: Piece; readonly start: number; readonly end: number }[] {
  const { start, end } = resolveRange(range, sizeOfPieces(pieces))
  return pieces.flatMap((piece) => {
    const from = Math.max(start - piece.start, 0)
    const to = Math.min(end - piece.start, piece.size)
    return from < to ? [{ piece, start: from, end: to }] : []
  })
}
