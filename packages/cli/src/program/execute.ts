import { LinkedAbort } from '@stowage/core/internal'
import { confirm, confirmByName } from '../command/confirm.ts'
import type { CommonOptions } from '../command/define.ts'
import { openersOf, type Run, type Work } from '../command/run.ts'
import { usageError } from '../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { explainError } from '../exit/explain-error.ts'
import { isInterruption, listenForSignals } from '../exit/interruption.ts'
import { locationOf } from '../options/location.ts'
import { createOutput, type Output } from '../output/output.ts'
import { createProgress } from '../progress/progress.ts'
import type { CliEnvironment } from './surroundings.ts'

/** One verb of one command line. */
export interface Call<Options> {
  readonly surroundings: CliEnvironment
  readonly readerGone: AbortSignal
  readonly verb: string
  /** Whether the verb has the option `--dry-run`. */
  readonly hasDryRun: boolean
  readonly options: CommonOptions & Options
  readonly operands: readonly string[]
}

/** Runs a verb to its end: closes what it opened, reports what went wrong. Resolves to the exit code. */
export async function execute<Options>(
  { surroundings, readerGone, verb, hasDryRun, options, operands }: Call<Options>,
  work: Work<Options>,
): Promise<ExitCode> {
  const output = createOutput(surroundings, {
    json: options.json === true,
    quiet: options.quiet === true,
  })
  const interruption = listenForSignals(surroundings.signals)
  const ending = new LinkedAbort(interruption.signal, readerGone)
  const { signal } = ending
  const asking = { io: surroundings, signal, hasDryRun }
  const closers: (() => Promise<void>)[] = []
  let words = ''
  try {
    if (output.json && output.quiet) throw usageError('--json and --quiet exclude each other.')
    const location = locationOf(options, surroundings.env)
    const onEnd = (close: () => Promise<void>): void => void closers.unshift(close)
    const run: Run = {
      io: surroundings,
      output,
      startProgress: createProgress(surroundings, output),
      signal,
      location,
      verb,
      onEnd,
      ...openersOf(location, verb, { onEnd, output }),
      confirm: (question) => confirm(asking, question),
      confirmByName: (question, name) => confirmByName(asking, question, name),
      howToGoOn: (next) => {
        words = next
      },
    }
    return (await work(run, options, ...operands)) ?? EXIT.done
  } catch (error) {
    return report(error, { signal, readerGone, output, words })
  } finally {
    for (const close of closers) {
      await close().catch((error) => output.error(explainError(error).message))
    }
    ending.unlink()
    interruption.stop()
  }
}

function report(
  error: unknown,
  about: {
    readonly signal: AbortSignal
    readonly readerGone: AbortSignal
    readonly output: Output
    readonly words: string
  },
): ExitCode {
  const { signal, readerGone, output, words } = about
  if (readerGone.aborted) {
    // `head` has seen enough of a list. A command that changes something is then half done.
    if (words === '') return EXIT.done
    output.error(`Stopped, because nothing reads the output any more. ${words}`)
    return EXIT.refused
  }
  const reason = signal.aborted ? signal.reason : error
  if (isInterruption(reason)) {
    output.error(words === '' ? 'Stopped.' : `Stopped. ${words}`)
    return reason.exitCode
  }
  const { message, exitCode } = explainError(error)
  output.error(message)
  return exitCode
}
