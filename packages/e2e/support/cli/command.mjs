// Runs the built command line as people and scripts do: in pipes, and in a real terminal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const PROGRAM = fileURLToPath(new URL('../../../cli/dist/stowage.js', import.meta.url))
const TERMINAL = fileURLToPath(new URL('terminal.py', import.meta.url))

/** Of the shell that runs a check: what would lead the command elsewhere is left out. */
const ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(STOWAGE_|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$)/.test(name),
  ),
)

/** Starts a command in pipes. `result` resolves to `{ exitCode, signal, stdout, stderr }`. */
export function start(args, { cwd, env = {} } = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env: { ...ENV, ...env } })
  return { child, result: resultOf(child) }
}

/** Runs a command in pipes to its end. */
export function run(args, { stdin = '', ...options } = {}) {
  const { child, result } = start(args, options)
  // A command that ends without reading closes the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  return result
}

/**
 * Runs a command in a terminal. `answers`: what is typed once the terminal shows something, each once. `stdout` of the
 * result is all that the terminal was sent.
 */
export async function runInTerminal(args, { cwd, env = {}, columns = 120, answers = [] } = {}) {
  const child = spawn('python3', [TERMINAL, String(columns), process.execPath, PROGRAM, ...args], {
    cwd,
    env: { ...ENV, TERM: 'xterm-256color', ...env },
  })
  const left = [...answers]
  let shown = ''
  child.stdin.on('error', () => {})
  child.stdout.on('data', (chunk) => {
    shown += chunk
    while (left.length > 0 && left[0].when.test(shown)) {
      shown = ''
      child.stdin.write(left.shift().type)
    }
  })
  return resultOf(child)
}

/** Objects of lines, each of which must be one. */
export function objectsOf(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** What a person sees: without the sequences of colours and cursors. */
export function plain(text) {
  return stripVTControlCharacters(text).replaceAll('\r', '')
}

async function resultOf(child) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text
    })
  }
  const [exitCode, signal] = await once(child, 'close')
  return { exitCode, signal, ...texts }
}
