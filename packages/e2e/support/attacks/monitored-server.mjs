import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const QUICKSTART = fileURLToPath(
  new URL('../../../../examples/node-http/server.js', import.meta.url),
)
const MONITOR = new URL('monitor.mjs', import.meta.url).href

/** The quickstart server as a process of its own, with a measurement of its event loop in it. */
export async function startMonitoredServer(directory, { openFiles } = {}) {
  const args = ['--import', MONITOR, QUICKSTART]
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc']
  const env = { ...process.env, PORT: '0', STOWAGE_DIRECTORY: directory }
  const child =
    openFiles === undefined
      ? spawn(process.execPath, args, { env, stdio })
      : spawn('sh', ['-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', process.execPath, ...args], {
          env,
          stdio,
        })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  while (!/^curl .*\n/m.test(output)) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${output}`)
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exited])
  }

  return {
    pid: child.pid,
    exited,
    output: () => output,
    alive: () => child.exitCode === null && child.signalCode === null,
    token: /^key: (\S+)$/m.exec(output)?.[1],
    origin: /Assets at (\S+)\/api\/v1\/assets/.exec(output)?.[1],
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question)
      return (await answer)[0]
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
