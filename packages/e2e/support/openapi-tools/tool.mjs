import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { nodeOf } from '../node-of.mjs'

const run = promisify(execFile)
/** What npm says of its own configuration. */
const OF_NPM = /^npm warn .*\n/gm

/**
 * Runs a command of npm's in the folder `cwd`, with the Node that its newest versions need. Resolves to what it printed;
 * throws when it fails or warns.
 */
export async function runTool(cwd, ...command) {
  const bin = path.dirname(await nodeOf('24'))
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, NO_COLOR: '1' }
  const options = { cwd, env, maxBuffer: 2 ** 26, timeout: 600_000 }
  const { stdout, stderr } = await run('npx', ['--yes', ...command], options).catch((error) => {
    throw new Error(`${command.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
  const printed = `${stdout}${stderr}`.replace(OF_NPM, '')
  if (/warn|⚠|deprecat/i.test(printed)) throw new Error(`${command.join(' ')}\n${printed}`)
  return printed
}
