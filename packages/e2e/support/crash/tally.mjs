import { createTally as createLedgerTally } from '../ledger/tally.mjs'

/** What is counted over all directories of a run. */
export function createTally() {
  return {
    /** Of every process killed under load: its acknowledged writes. */
    kills: [],
    opening: 0,
    recovering: 0,
    together: 0,
    pictures: 0,
    inspections: 0,
    recoveries: 0,
    compared: 0,
    happened: 0,
    /** Runs of jobs that came to their end, messages to endpoints, and events that these tell of. */
    jobs: 0,
    deliveries: 0,
    delivered: 0,
    /** Seconds in which what was left was done. */
    settling: 0,
    swept: { blobs: 0, staged: 0 },
    operations: createLedgerTally(),
    lost: [],
    half: [],
    leaked: [],
    wrong: [],
  }
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
