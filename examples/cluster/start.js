// Runs the cluster of compose.yaml from the packages of this repository, without Docker, until it is interrupted. Keeps
// no data afterwards.
//
// PORT (8080) of nginx; POSTGRES_URL, or a PostgreSQL from npm is started; S3_ENDPOINT with S3_ACCESS_KEY and
// S3_SECRET_KEY, or Ceph from Debian is installed and started, as root.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCeph } from '../../packages/tooling/ceph.mjs'
import { freePort } from '../../packages/tooling/ports.mjs'
import { startPostgres } from '../../packages/tooling/postgres-server.mjs'

const INSTANCES = 3
const here = import.meta.dirname
const { PORT = '8080', S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env

/** What takes away what was started, the last first. */
const endings = []
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

try {
  const settings = await startServers()
  console.log(await run('prepare.js', settings))
  const ports = []
  for (let number = 1; number <= INSTANCES; number += 1) {
    ports.push(await startInstance(number, settings))
  }
  const port = PORT === '0' ? await freePort() : Number(PORT)
  await startNginx(port, ports)
  console.log(`Assets at http://127.0.0.1:${port}/api/v1/assets`)
  await interrupted
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const end of endings.reverse()) await end()
}

async function startServers() {
  console.log('Starting PostgreSQL and S3')
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-cluster-'))
  endings.push(() => rm(directory, { recursive: true, force: true }))
  const postgres = await startPostgres()
  endings.push(() => postgres.stop())
  const id = randomUUID().slice(0, 8)
  const settings = {
    directory,
    DATABASE_URL: postgres.url,
    DATABASE_SCHEMA: `cluster_${id}`,
    S3_BUCKET: `stowage-${id}`,
  }
  if (S3_ENDPOINT) return { ...settings, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY }
  const ceph = await startCeph()
  endings.push(() => ceph.stop())
  return {
    ...settings,
    S3_ENDPOINT: ceph.endpoint,
    S3_ACCESS_KEY: ceph.accessKeyId,
    S3_SECRET_KEY: ceph.secretAccessKey,
  }
}

async function startInstance(number, { directory, ...settings }) {
  const port = await freePort()
  const child = node('server.js', {
    ...settings,
    PORT: String(port),
    STAGING_DIRECTORY: path.join(directory, `staging-${number}`),
  })
  const exit = once(child, 'exit')
  exit.then(([code, signal]) => console.log(`instance ${number} ended: ${code ?? signal}`))
  endings.push(async () => {
    child.kill('SIGTERM')
    await exit
  })
  await Promise.race([once(child.stdout, 'data'), failure(exit, `Instance ${number}`)])
  console.log(`instance ${number}: process ${child.pid} at http://127.0.0.1:${port}`)
  return port
}

/** nginx as a user of its own would have it, with all that it writes in one directory. */
async function startNginx(port, ports) {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-nginx-'))
  endings.push(() => rm(directory, { recursive: true, force: true }))
  const shared = await readFile(path.join(here, 'nginx.conf'), 'utf8')
  const site = ports
    .reduce((text, to, index) => text.replace(`app${index + 1}:3000`, `127.0.0.1:${to}`), shared)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${name};`)
    .join(' ')
  const main = [
    'daemon off;',
    process.getuid() === 0 ? 'user root;' : '',
    'pid nginx.pid;',
    'events { worker_connections 4096; }',
    `http { access_log off; ${temporary}`,
    site,
    '}',
  ]
  await writeFile(path.join(directory, 'nginx.conf'), main.join('\n'))
  const child = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: 'inherit',
    detached: true,
  })
  const exit = once(child, 'exit')
  endings.push(async () => {
    child.kill('SIGTERM')
    await exit
  })
  await Promise.race([answering(port), failure(exit, 'nginx')])
}

async function answering(port) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).catch(() => null)
    if (answer?.status === 204) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function failure(exit, name) {
  const [code, signal] = await exit
  throw new Error(`${name} did not start: ${code ?? signal}`)
}

function node(script, settings) {
  return spawn(process.execPath, [path.join(here, script)], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    // An interruption is for this process, which ends the others in their order.
    detached: true,
  })
}

async function run(script, { directory, ...settings }) {
  const child = node(script, { ...settings, STAGING_DIRECTORY: path.join(directory, 'prepare') })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${script} ended: ${code}`)
  return output.trim()
}
