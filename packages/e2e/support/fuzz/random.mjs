/** The same sequence for the same seed and case (mulberry32). */
export function createRandom(seed, index) {
  let state = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) + Math.imul(index + 1, 0xc2b2_ae35)) | 0

  function next() {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit) => Math.floor(next() * limit)
  const pick = (list) => list[below(list.length)]
  return {
    below,
    pick,
    /** From `low` to `high`, both included. */
    between: (low, high) => low + below(high - low + 1),
    /** True so many times in a hundred. */
    percent: (share) => next() * 100 < share,
    text: (alphabet, length) => Array.from({ length }, () => pick(alphabet)).join(''),
    shuffled(list) {
      const copy = [...list]
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        ;[copy[at], copy[other]] = [copy[other], copy[at]]
      }
      return copy
    },
  }
}
