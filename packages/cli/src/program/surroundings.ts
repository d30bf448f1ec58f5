import type { Signals } from '../exit/interruption.ts'
import type { Io } from '../io/io.ts'

/** What a command gets from the process, or from a test. */
export interface CliEnvironment extends Io {
  /** The command line after `stowage`. */
  readonly args: readonly string[]
  /** Version of the package; shown by `--version`. */
  readonly version?: string
  /** Where SIGINT and SIGTERM come from. */
  readonly signals: Signals
}
