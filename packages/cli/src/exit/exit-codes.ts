/** How a command ended, as its exit code. Documented: scripts depend on them. */
export const EXIT = {
  /** All was done. */
  done: 0,
  /** Something was refused, or failed; the rest was done. */
  refused: 1,
  /** The command line is wrong. Nothing was done. */
  usage: 2,
  /** The store or the service cannot be opened or reached. */
  unreachable: 3,
  /** Ctrl-C, as shells count it: 128 and the number of SIGINT. */
  interrupted: 130,
  /** SIGTERM, in the same way. */
  terminated: 143,
} as const

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
