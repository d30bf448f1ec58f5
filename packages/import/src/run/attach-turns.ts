/**
 * Creates turns that run one after another, in the order of their creation, however long the caller of each waits. Each
 * turn must run or be skipped: later ones wait for that.
 */
export function createTurns(): () => Turn {
  let last: Promise<void> = Promise.resolve()
  return () => {
    const before = last
    let resolve: () => void = () => {}
    last = new Promise((done) => {
      resolve = done
    })
    return {
      async run(work) {
        try {
          await before
          await work()
        } finally {
          resolve()
        }
      },
      skip: () => void before.then(resolve),
    }
  }
}

/** One position in the order. */
export interface Turn {
  /** Runs `work` when all turns before have run. */
  run(work: () => Promise<void>): Promise<void>
  /** Gives up the turn. No effect after `run`. */
  skip(): void
}
