// SIGTERM to every server of the examples and to that of the Docker guide, with two connections that nobody uses: one that
// had its answer and is kept alive, and one over which nothing came. Each must end with 0, and before Docker kills it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../../tooling/guide-blocks.mjs'
import { freePort } from '../../tooling/ports.mjs'
import { startExample } from '../support/example-server.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const DOCKER = fileURLToPath(new URL('../../../docs/guides/docker.md', import.meta.url))
/** Where the packages resolve. */
const HERE = fileURLToPath(new URL('..', import.meta.url))

/** Milliseconds after which Docker kills. */
const PATIENCE = 10_000

const report = createReport(
  'stop: servers of examples and guides, with connections that nobody uses',
)
await report.run(async () => {
  await withTemporaryDirectory(examples)
  await withTemporaryDirectory(dockerGuide, HERE)
})

async function examples(directory) {
  for (const example of ['node-http', 'express', 'fastify', 'hono']) {
    const server = await startExample(path.join(directory, example), { example })
    await server.says(/Assets at \S+\/api\/v1\/assets[\s\S]*\n.*\n/)
    await judge(`examples/${example}`, server, server.url())
    const fresh = await startExample(path.join(directory, `${example}-fresh`), { example })
    await fresh.says(/Assets at /)
    await endsBySignal(`examples/${example}, right after its first line`, fresh)
  }
}

async function dockerGuide(directory) {
  const { code } = blocksOf(await readFile(DOCKER, 'utf8')).find(
    ({ file }) => file === 'server.mjs',
  )
  const port = await freePort()
  const file = path.join(directory, 'server.mjs')
  await mkdir(path.join(directory, 'data'))
  await writeFile(file, code.replace("host: '0.0.0.0'", `host: '127.0.0.1', port: ${port}`))
  const env = { ...process.env, MEDIA: path.join(directory, 'data') }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit').then(([status, signal]) => status ?? signal)
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await answers(url)));
  await judge('docs/guides/docker.md', { exited, kill: (signal) => child.kill(signal) }, url)
}

async function judge(name, server, url) {
  const agent = new http.Agent({ keepAlive: true })
  const [response] = await once(http.get(`${url}/api/v1/health/live`, { agent }), 'response')
  await once(response.resume(), 'end')
  const { port } = new URL(url)
  const silent = net.connect(Number(port), '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  await endsBySignal(name, server)
  silent.destroy()
  agent.destroy()
}

async function endsBySignal(name, { exited, kill }) {
  kill('SIGTERM')
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE, 'still running')
  })
  const end = await Promise.race([exited, late])
  clearTimeout(timer)
  report.check(`${name}: SIGTERM ends it with 0`, end === 0, String(end))
  kill('SIGKILL')
}

function answers(url) {
  return fetch(`${url}/api/v1/health/live`).then(
    () => true,
    () => new Promise((resolve) => setTimeout(resolve, 100, false)),
  )
}
