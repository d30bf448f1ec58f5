import type { Io } from '../io/io.ts'
import { whenDrained } from '../io/when-drained.ts'
import { type Colours, coloursOf } from './colours.ts'
import { printableJson, printableLines } from './printable.ts'
import { type Column, tableLines } from './table.ts'

/** How a command reports. */
export interface OutputOptions {
  /** One object a line, for programs, and nothing else on stdout. */
  readonly json: boolean
  /** Results only, without words around them. */
  readonly quiet: boolean
}

/** Writes what a command reports. */
export interface Output extends OutputOptions {
  /** Of stdout. */
  readonly colours: Colours
  /** Of stderr. */
  readonly errorColours: Colours
  /** A line of the result, to stdout: with `--quiet` too, but not with `--json`, which uses `record`. */
  result(line: string): void
  /** A line of words about the result, to stdout: neither with `--quiet` nor with `--json`. */
  say(line: string): void
  /** One line of JSON to stdout, only with `--json`. */
  record(value: object): void
  /** A table to stdout, neither with `--quiet` nor with `--json`. */
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void
  /** A line of advice to stderr, neither with `--quiet` nor with `--json`. */
  note(line: string): void
  /** Why the result is not what it seems, to stderr, always. With `--json` an object with `warning`. */
  warning(message: string): void
  /** What went wrong, to stderr, always. With `--json` an object with `error`. */
  error(message: string, facts?: object): void
  /** Resolves when stdout accepts more: await it in long loops. */
  drained(): Promise<void>
}

/**
 * The program's own words may contain colours. Text from the store must go through `printable` before it comes here;
 * only `error` does that itself.
 */
export function createOutput(io: Io, { json, quiet }: OutputOptions): Output {
  const colours = coloursOf(io.stdout, io.env)
  const errorColours = coloursOf(io.stderr, io.env)
  const out = (line: string): void => void io.stdout.write(`${line}\n`)
  const err = (line: string): void => void io.stderr.write(`${line}\n`)
  const forPeople = !json && !quiet
  return {
    json,
    quiet,
    colours,
    errorColours,
    result: (line) => {
      if (!json) out(line)
    },
    say: (line) => {
      if (forPeople) out(line)
    },
    record: (value) => {
      if (json) out(printableJson(value))
    },
    table: (columns, rows) => {
      if (!forPeople) return
      const [head = '', ...lines] = tableLines(columns, rows)
      out(colours.bold(head))
      for (const line of lines) out(line)
    },
    note: (line) => {
      if (forPeople) err(line)
    },
    warning: (message) => {
      if (json) err(printableJson({ warning: message }))
      else err(`${errorColours.yellow('!')} ${printableLines(message)}`)
    },
    error: (message, facts = {}) => {
      if (json) err(printableJson({ error: message, ...facts }))
      else err(`${errorColours.red('✖')} ${printableLines(message)}`)
    },
    drained: () => whenDrained(io.stdout),
  }
}
