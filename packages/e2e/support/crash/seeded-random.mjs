/** A generator of numbers that repeats itself for the same seed (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    /** A whole number from `least` to `most`. */
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    /** Whether something happens that does so this often, 0 … 1. */
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)],
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
