import type { Signals } from '../exit/interruption.ts'
import type { Io } from '../io/io.ts'

/** What the process, or a test, gives a command. */
export interface CliEnvironment extends Io {
  /** The command line behind `stowage`. */
  readonly args: readonly string[]
  /** Of the package; shown by `--version`. */
  readonly version?: string
  /** Where SIGINT and SIGTERM come from. */
  readonly signals: Signals
}
