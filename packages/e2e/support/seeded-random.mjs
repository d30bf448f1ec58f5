/** A generator of numbers that repeats itself for the same seed (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0
  /** From 0 up to 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from 0 to `limit` - 1. */
  const below = (limit) => Math.floor(next() * limit)
  const pick = (items) => items[below(items.length)]
  return {
    next,
    below,
    pick,
    /** A whole number from `least` to `most`. */
    between: (least, most) => least + below(most - least + 1),
    /** Whether something happens that does so this often, 0 … 1. */
    chance: (share) => next() < share,
    bytes: (length) => Buffer.alloc(length).map(() => below(256)),
    text: (alphabet, length) => Array.from({ length }, () => pick(alphabet)).join(''),
    /** Up to that many of the items, each at most once. */
    some(items, count) {
      const left = [...items]
      const length = Math.min(count, left.length)
      return Array.from({ length }, () => left.splice(below(left.length), 1)[0])
    },
    shuffled(items) {
      const copy = [...items]
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        ;[copy[at], copy[other]] = [copy[other], copy[at]]
      }
      return copy
    },
    /** A key of `weights`, as often as its weight says. */
    weighted(weights) {
      const entries = Object.entries(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries.at(-1)[0]
    },
  }
}
