/**
 * What the clients were told. An asset is `{ id, name, route, sha256, size }`; one whose last change got no answer
 * may be in either state, together with those that were changed with it.
 */
export function createLedger() {
  const purged = []
  const unsure = []
  const unknownUploads = []
  const unexpected = []
  const verbs = new Map()
  const refusals = []

  function tallyOf(verb) {
    const known = verbs.get(verb) ?? { acknowledged: 0, refused: 0, broken: 0, last: null, gap: 0 }
    verbs.set(verb, known)
    return known
  }

  return {
    purged,
    /** `{ assets, states }`: all of them are in one of the states. */
    unsure,
    /** Lists of files that were uploaded without an answer: all of a list are there, or none. */
    unknownUploads,
    unexpected,
    verbs,
    /** Times at which clients were answered 503. */
    refusals,
    acknowledge(verb) {
      const tally = tallyOf(verb)
      const now = performance.now()
      tally.acknowledged += 1
      tally.gap = Math.max(tally.gap, now - (tally.last ?? now))
      tally.last = now
    },
    /** Whether the answer is one of a cluster in trouble: 503 with Retry-After, or a broken connection. */
    isRefusal(verb, { status, headers }) {
      if (status === 'lost' || status === 'cut') {
        tallyOf(verb).broken += 1
        return true
      }
      if (status !== 503 || !(Number(headers['retry-after']) > 0)) return false
      tallyOf(verb).refused += 1
      refusals.push(performance.now())
      return true
    },
    fault(verb, what) {
      unexpected.push(`${verb}: ${what}`)
    },
    /** The longest time in milliseconds between two successes of a verb. */
    longestGap(verb) {
      return Math.round(tallyOf(verb).gap)
    },
  }
}
