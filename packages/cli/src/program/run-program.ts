import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommanderError } from 'commander'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { explainError } from '../exit/explain-error.ts'
import { createOutput } from '../output/output.ts'
import { createProgram, wantsJson } from './program.ts'
import type { CliEnvironment } from './surroundings.ts'

/** Like `runCommand`. */
export async function runProgram(surroundings: CliEnvironment): Promise<ExitCode> {
  const { args, stdout } = surroundings
  let exitCode: ExitCode = EXIT.done
  // A reader such as `head` that has seen enough ends the command; that is not an error.
  const reader = new AbortController()
  let unwritten: unknown
  stdout.once('error', (error) => {
    // A full disk is not a reader that has seen enough: its file is cut off.
    if (Object(error).code !== 'EPIPE') unwritten = error
    reader.abort()
  })
  const output = createOutput(surroundings, { json: wantsJson(args), quiet: false })
  const program = createProgram(
    surroundings,
    (code) => {
      exitCode = code
    },
    reader.signal,
  )
  try {
    await program.parseAsync([...args], { from: 'user' })
    // A failure of the last line arrives in the next turn of the event loop.
    await nextTurn()
    if (unwritten === undefined) return exitCode
    const { message } = explainError(unwritten)
    output.error(`The output could not be written: ${message}.`)
    return EXIT.refused
  } catch (error) {
    // Commander has reported the error, or shown the requested help.
    if (error instanceof CommanderError) {
      // The help is for people.
      if (error.code === 'commander.help' && error.exitCode !== 0 && output.json) {
        output.error('Name a command: "stowage --help" lists them.')
      }
      return error.exitCode === 0 ? EXIT.done : EXIT.usage
    }
    output.error(explainError(error).message)
    return explainError(error).exitCode
  }
}
