/** The part of a movie's matrix that turns and mirrors: what x and y become (ISO/IEC 14496-12, 6.2.2). */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

export const UPRIGHT: Matrix = { a: 1, b: 0, c: 0, d: 1 }

/**
 * Reads the matrix at an offset: numbers of 16.16 bits, in rows of three. A matrix of zeros shows nothing and counts as
 * none.
 */
export function readMatrix(bytes: Buffer, at: number): Matrix {
  const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 12, 16].map(
    (from) => bytes.readInt32BE(at + from) / 65_536,
  )
  return a === 0 && b === 0 && c === 0 && d === 0 ? UPRIGHT : { a, b, c, d }
}

/** Whether a picture that both matrices map, one after the other, ends on its side. */
export function isTurned(first: Matrix, second: Matrix): boolean {
  const across = first.a * second.a + first.b * second.c
  const down = first.a * second.b + first.b * second.d
  return Math.abs(down) > Math.abs(across)
}
