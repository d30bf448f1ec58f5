import { createInterface } from 'node:readline/promises'
import { usageError } from '../exit/cli-error.ts'
import type { Io } from '../io/io.ts'
import { printable } from '../output/printable.ts'

/**
 * Asks a person on the terminal; anything but `y` or `yes` is no. The question goes to stderr, so that stdout stays
 * the result.
 */
export async function confirm(io: Io, question: string, signal: AbortSignal): Promise<boolean> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    throw usageError(
      `${question} There is nobody to ask here: give --yes, or look first with --dry-run.`,
    )
  }
  const { stdin: input, stderr: output } = io
  const reader = createInterface({ input, output })
  // readline takes Ctrl-C from the terminal: it is the signal of the whole command again.
  const interrupted = new Promise<never>((_, reject) => {
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    reader.once('close', () => reject(usageError('No answer came, so nothing was done.')))
  })
  try {
    const answer = await Promise.race([
      reader.question(`${printable(question)} [y/N] `),
      interrupted,
    ])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    interrupted.catch(() => {})
    reader.close()
  }
}
