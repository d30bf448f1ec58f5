/** Numbers in [0, 1) that only the seed decides: mulberry32. */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    /** A whole number from 0 to `below` - 1. */
    below: (below) => Math.floor(next() * below),
    bytes(length) {
      const bytes = Buffer.alloc(length)
      for (let at = 0; at < length; at += 1) bytes[at] = next() * 256
      return bytes
    },
  }
}
