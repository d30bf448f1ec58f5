/** Codes of a connection that broke. */
const BROKEN = ['lost', 'cut', 'hung', 'refused', 'unreachable']

/** Counts what a ledger heard: by verb, by code, and when there was trouble. */
export function createTally() {
  const verbs = {}
  const refused = {}
  const troubles = []
  let underWay = 0

  function tallyOf({ verb, as = verb, contested }) {
    const name = contested ? `${as} (contested)` : as
    verbs[name] ??= { acknowledged: 0, refused: 0, broken: 0, last: null, gap: 0 }
    return verbs[name]
  }

  return {
    verbs,
    /** Answers that were no success, by code. */
    refused,
    /** `{ at, code, verb }` of each; times as `performance.now()` of its process. */
    troubles,
    get underWay() {
      return underWay
    },
    get acknowledged() {
      return Object.fromEntries(
        Object.entries(verbs).flatMap(([name, { acknowledged }]) =>
          acknowledged > 0 ? [[name, acknowledged]] : [],
        ),
      )
    },
    acknowledge(intent, { at }) {
      const tally = tallyOf(intent)
      tally.acknowledged += 1
      tally.gap = Math.max(tally.gap, at - (tally.last ?? at))
      tally.last = at
    },
    refuse(intent, { at, code }) {
      refused[code] = (refused[code] ?? 0) + 1
      tallyOf(intent)[BROKEN.includes(code) ? 'broken' : 'refused'] += 1
      troubles.push({ at, code, verb: intent.verb })
    },
    cutOff() {
      underWay += 1
    },
    /** The longest time in milliseconds between two successes of a verb. */
    longestGap: (verb) => verbs[verb]?.gap ?? 0,
  }
}

/** A table of counts as text, the largest first. */
export function table(counts) {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
