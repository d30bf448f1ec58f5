import type { ExitCode } from '../exit/exit-codes.ts'
import type { CliEnvironment } from './surroundings.ts'

/** Runs one command line to its end. Resolves to the exit code; never rejects. */
export async function runCommand(surroundings: CliEnvironment): Promise<ExitCode> {
  // Some imports of the program do not even parse on an old Node; the user must first learn which Node is needed.
  const { runProgram } = await import('./run-program.ts')
  return runProgram(surroundings)
}
