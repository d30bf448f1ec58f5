import { Command } from 'commander'
import type { LocationOptions } from '../options/location.ts'
import type { Work } from './run.ts'

/** What every command takes besides its own options. */
export interface CommonOptions extends LocationOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Gives a verb to the command that runs it. */
export type Perform = <Options>(
  verb: string,
  work: Work<Options>,
) => (...given: unknown[]) => Promise<void>

/** Defines a verb: its part of the command line. */
export type DefineVerb = (perform: Perform) => Command

/** One example of a help text: the command without `stowage`, and what it does. */
export type Example = readonly [line: string, what: string]

/** A command with its summary and examples. */
export function describe(name: string, summary: string, examples: readonly Example[]): Command {
  const width = Math.max(0, ...examples.map(([line]) => line.length))
  const lines = examples.map(([line, what]) => `  stowage ${line.padEnd(width)}   ${what}`)
  const command = new Command(name).description(summary)
  return lines.length === 0
    ? command
    : command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}
