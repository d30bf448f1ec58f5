import { createInterface } from 'node:readline/promises'
import { usageError } from '../exit/cli-error.ts'
import type { Io } from '../io/io.ts'
import { printable } from '../output/printable.ts'

/**
 * Asks a person on the terminal; anything but `y` or `yes` means no. The question goes to stderr, so that stdout has
 * only the result.
 */
export async function confirm(io: Io, question: string, signal: AbortSignal): Promise<boolean> {
  const answer = await ask(io, { question, hint: '[y/N]', option: '--yes' }, signal)
  return /^y(es)?$/i.test(answer)
}

/** The same for a change that nobody should confirm by habit: anything but the name itself means no. */
export async function confirmByName(
  io: Io,
  question: string,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const option = `--confirm ${name}`
  return (await ask(io, { question, hint: 'Type the name:', option }, signal)) === name
}

interface Question {
  readonly question: string
  /** The possible answers. */
  readonly hint: string
  /** The option to pass where nobody can be asked. */
  readonly option: string
}

async function ask(
  io: Io,
  { question, hint, option }: Question,
  signal: AbortSignal,
): Promise<string> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    throw usageError(
      `${question} There is nobody to ask here: give ${option}, or look first with --dry-run.`,
    )
  }
  const { stdin: input, stderr: output } = io
  const reader = createInterface({ input, output })
  // readline takes Ctrl-C from the terminal, so turn it back into a signal for the whole command.
  const interrupted = new Promise<never>((_, reject) => {
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    reader.once('close', () => reject(usageError('No answer came, so nothing was done.')))
  })
  try {
    const asked = reader.question(`${printable(question)} ${hint} `)
    return (await Promise.race([asked, interrupted])).trim()
  } finally {
    interrupted.catch(() => {})
    reader.close()
  }
}
