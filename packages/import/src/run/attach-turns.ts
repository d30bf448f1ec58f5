/**
 * Makes functions that run one after the other, in the order in which they were made, however long the caller of each
 * waits. Each that was made must run, or be skipped: those after it wait for that.
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

/** One place in the order. */
export interface Turn {
  /** Runs when all before have run. */
  run(work: () => Promise<void>): Promise<void>
  /** Nothing is left to do. Without effect after `run`. */
  skip(): void
}
