import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const EXAMPLES = new URL('../../../examples/', import.meta.url)

/** An example server, run as a user runs it: another process, on the built packages. */
export async function startExample(
  directory,
  { example = 'node-http', script = 'server.js', args = [], env = {}, cwd } = {},
) {
  const server = fileURLToPath(new URL(`${example}/${script}`, EXAMPLES))
  const child = spawn(process.execPath, [server, ...args], {
    cwd,
    env: { ...process.env, PORT: '0', STOWAGE_DIRECTORY: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return {
    pid: child.pid,
    exited,
    output: () => output,
    key: () => /^key: (\S+)$/m.exec(output)?.[1],
    url: () => /Assets at (\S+)\/api\/v1\/assets/.exec(output)?.[1],
    kill: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    /** Waits until the output matches. */
    async says(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`The server ended: ${output}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exited])
      }
      return output
    },
  }
}

/** A started server that answers, with the key of its first start. */
export async function startExampleAndWait(directory, options) {
  const server = await startExample(directory, options)
  await server.says(/^(key: .*\n[\s\S]*curl .*|A key exists.*)\n/m)
  return server
}
