import { styleText } from 'node:util'
import type { Io, Terminal } from '../io/io.ts'

/** Colours text for people; returns it unchanged when no colour is wanted. */
export interface Colours {
  readonly green: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
}

/** The colours of one stream. `NO_COLOR` turns them off and `FORCE_COLOR` turns them on, wherever the stream leads. */
export function coloursOf(stream: Terminal, env: Io['env']): Colours {
  const wanted = wantsColours(stream, env)
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text
  return {
    green: style('green'),
    red: style('red'),
    yellow: style('yellow'),
    bold: style('bold'),
    dim: style('dim'),
  }
}

/** https://no-color.org: any value but an empty one counts. `NO_COLOR` has the last word. */
function wantsColours(stream: Terminal, env: Io['env']): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = env
  if (NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY === true && TERM !== 'dumb'
}
