import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { ExitCode } from '../exit/exit-codes.ts'
import type { Io } from '../io/io.ts'
import { runCommand } from '../program/run-command.ts'

/** What a command has said, and how it ended. */
export interface CliResult {
  readonly exitCode: ExitCode
  readonly stdout: string
  readonly stderr: string
}

/** What a test gives the command besides its line. */
export interface CliSurroundings {
  readonly env?: Io['env']
  readonly stdin?: string
  readonly signals?: EventEmitter
  /** Called with each piece of stderr: a test answers to it. */
  readonly onStderr?: (text: string) => void
  /** The same of stdout. */
  readonly onStdout?: (text: string) => void
}

/** Runs a command line in this process, in pipes. */
export async function runCli(
  args: readonly string[],
  { env = {}, stdin = '', signals = new EventEmitter(), onStderr, onStdout }: CliSurroundings = {},
): Promise<CliResult> {
  const stdout = collector(onStdout)
  const stderr = collector(onStderr)
  const exitCode = await runCommand({
    args,
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    signals,
  })
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

/** The objects of an output with `--json`. */
export function objectsOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

function collector(listener?: (text: string) => void) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      listener?.(chunk.toString())
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
