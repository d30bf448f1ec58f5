import { setTimeout as sleep } from 'node:timers/promises'

/** The kind of the jobs of a load. */
export const KIND = 'load'
/** Keys of jobs that stand for each other. */
const KEYS = 6
/** Milliseconds that a job takes, at most. */
const LONGEST = 12
const DAY = 24 * 3_600_000

/** Nanoseconds of a clock that all processes of the machine share. */
export const instant = () => Number(process.hrtime.bigint())

/** Runs the jobs of the load in this process, and says when each begins and ends. */
export function runJobs({ store, journal, random }) {
  store.jobs.define(KIND, async ({ id }) => {
    journal.write({ begun: id, since: instant() })
    await sleep(random.between(0, LONGEST))
    journal.write({ ended: id, until: instant() })
  })
}

/** The verbs that enqueue jobs: some at once, some for later, some that stand for one that waits. */
export function createJobVerbs({ store, journal, random }) {
  const enqueue = (options) =>
    journal.act(
      { verb: 'enqueue', since: instant() },
      () => store.jobs.enqueue(KIND, {}, options),
      { summary: (job) => ({ job }) },
    )
  return {
    enqueue: () => enqueue(random.chance(0.2) ? { delayMs: random.between(0, 60_000) } : {}),
    /** For a time that no check lives to see. */
    enqueueLater: () => enqueue({ delayMs: DAY }),
    enqueueKeyed: () => enqueue({ key: `key-${random.below(KEYS)}` }),
  }
}
