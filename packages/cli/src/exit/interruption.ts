import { EXIT, type ExitCode } from './exit-codes.ts'

/** Why the signal of a command was aborted. */
export interface Interruption extends Error {
  readonly name: 'Interruption'
  readonly exitCode: ExitCode
}

/** The signals of one process, or of a test. */
export interface Signals {
  /** Like `process.on`. */
  on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
  /** Like `process.off`. */
  off(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown
}

/** Ctrl-C or SIGTERM. */
export function isInterruption(error: unknown): error is Interruption {
  return (Object(error) as { readonly name?: unknown }).name === 'Interruption'
}

/**
 * Aborts the signal at the first Ctrl-C or SIGTERM, so that work ends cleanly. The second ends the process at once, for
 * work that does not end.
 */
export function listenForSignals(signals: Signals): {
  readonly signal: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  const onSignal = (exitCode: ExitCode) => (): void => {
    if (controller.signal.aborted) process.exit(exitCode)
    controller.abort(interruption(exitCode))
  }
  const onInterrupt = onSignal(EXIT.interrupted)
  const onTerminate = onSignal(EXIT.terminated)
  signals.on('SIGINT', onInterrupt)
  signals.on('SIGTERM', onTerminate)
  return {
    signal: controller.signal,
    stop: () => {
      signals.off('SIGINT', onInterrupt)
      signals.off('SIGTERM', onTerminate)
    },
  }
}

function interruption(exitCode: ExitCode): Interruption {
  return Object.assign(new Error('Stopped.'), { name: 'Interruption' as const, exitCode })
}
