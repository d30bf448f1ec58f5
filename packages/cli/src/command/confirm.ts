import { createInterface } from 'node:readline/promises'
import { usageError } from '../exit/cli-error.ts'
import type { Io } from '../io/io.ts'
import { printable } from '../output/printable.ts'

/** Where a question is asked, and by which command. */
export interface Asking {
  readonly io: Io
  readonly signal: AbortSignal
  /** Whether the command has the option `--dry-run`. */
  readonly hasDryRun: boolean
}

/**
 * Asks a person on the terminal; anything but `y` or `yes` means no. The question goes to stderr, so that stdout has
 * only the result.
 */
export async function confirm(asking: Asking, question: string): Promise<boolean> {
  const answer = await ask(asking, { question, hint: '[y/N]', option: '--yes' })
  return /^y(es)?$/i.test(answer)
}

/** The same for a change that nobody should confirm by habit: anything but the name itself means no. */
export async function confirmByName(
  asking: Asking,
  question: string,
  name: string,
): Promise<boolean> {
  const option = `--confirm ${name}`
  return (await ask(asking, { question, hint: 'Type the name:', option })) === name
}

interface Question {
  readonly question: string
  /** The possible answers. */
  readonly hint: string
  /** The option to pass where nobody can be asked. */
  readonly option: string
}

async function ask(
  { io, signal, hasDryRun }: Asking,
  { question, hint, option }: Question,
): Promise<string> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
    const orLook = hasDryRun ? ', or look first with --dry-run' : ''
    throw usageError(`${question} No terminal can answer here: give ${option}${orLook}.`)
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
