/**
 * The command line, to run within another program.
 *
 * @module
 */
export { EXIT, type ExitCode } from './exit/exit-codes.ts'
export type { Signals } from './exit/interruption.ts'
export type { Io, Terminal } from './io/io.ts'
export { runCommand } from './program/run-command.ts'
export type { CliEnvironment } from './program/surroundings.ts'
