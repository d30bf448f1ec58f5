/** Numbers of xorshift32 (Marsaglia 2003), the same in every run: integers from 0 up to `below`. */
export function random(seed: number): (below: number) => number {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** A copy with one to eight bytes changed, most of them where headers are. */
export function mutated(bytes: Uint8Array, next: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const interesting = [0, 1, 0x7f, 0x80, 0xff]
  for (let count = next(8); count >= 0; count -= 1) {
    const at = next(4) === 0 ? next(copy.length) : next(Math.min(copy.length, 256))
    copy[at] = next(2) === 0 ? next(256) : (interesting[next(5)] ?? 0)
  }
  return copy
}
