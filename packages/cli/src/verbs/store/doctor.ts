import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { examine } from '../../doctor/examine.ts'
import type { Finding } from '../../doctor/finding.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { printable, printableLines } from '../../output/printable.ts'

/** Terminal columns for what was checked. */
const WIDTH = 16

/** `stowage doctor` */
export const defineDoctor: DefineVerb = (perform) =>
  describe('doctor', 'Looks at what the store needs, and says what to do. Changes nothing.', [
    ['doctor', 'this machine and the store in ./media'],
    ['doctor --url https://example.com', 'the way to a service'],
  ]).action(perform('doctor', doctor))

async function doctor(run: Run, options: { readonly key?: string }): Promise<ExitCode | undefined> {
  const { output, location, io, signal } = run
  let isFailing = false
  const keyOnLine = options.key !== undefined
  const examined = { location, env: io.env, nodeVersion: process.versions.node, keyOnLine }
  for await (const finding of examine(examined)) {
    signal.throwIfAborted()
    isFailing ||= finding.status === 'error'
    output.record(finding)
    if (!output.quiet || finding.status !== 'ok') output.result(lineOf(finding, output.colours))
  }
  return isFailing ? EXIT.refused : undefined
}

function lineOf(
  { about, status, text, todo }: Finding,
  { green, yellow, red, bold }: Run['output']['colours'],
): string {
  const mark = { ok: green('✔'), warning: yellow('!'), error: red('✖') }[status]
  const facts = `${mark} ${bold(printable(about).padEnd(WIDTH))} ${printable(text)}`.trimEnd()
  return todo === null ? facts : `${facts}\n${' '.repeat(WIDTH + 3)}${printableLines(todo)}`
}
