// The container of examples/container: built line by line as its Dockerfile says, and started as its compose file does,
// with a read-only root file system and without rights. Where Docker can run, `docker compose up --build` does the same.
// `--anew` builds all packages in there, as a new checkout does.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildImage } from '../support/container/image.mjs'
import { runIn, spawnIn, whyNoSandbox } from '../support/container/sandbox.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const DOCKERFILE = path.join(ROOT, 'examples/container/Dockerfile')

const { values } = parseArgs({ options: { anew: { type: 'boolean', default: false } } })

const report = createReport('container: the service in one, as its Dockerfile says')
await report.run(async () => {
  const why = whyNoSandbox()
  if (why !== undefined) return report.skip('the container', why)
  await withTemporaryDirectory(check)
})

async function check(directory) {
  let image
  await report.step('is built', async () => {
    image = await buildImage(await readFile(DOCKERFILE, 'utf8'), {
      context: ROOT,
      directory,
      log: report.note,
      withBuilds: !values.anew,
    })
  })
  if (image === undefined) return
  await takeFreePort(image)
  report.check('it is not root', image.user === 'node', image.user)
  // A volume begins as what the image has there, with its owner.
  const [volume] = image.volumes
  const container = {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/node', ...image.env },
    readOnly: true,
    volumes: { [volume]: path.join(image.root, volume) },
    user: image.user,
  }
  const key = await firstRun(image, container)
  if (key !== undefined) await secondRun(image, container, key)
}

/** Its port would be mapped to a free one: there is but one network here. */
async function takeFreePort(image) {
  const inside = String(image.port)
  image.port = await freePort()
  const mapped = (argument) => (argument === inside ? String(image.port) : argument)
  image.command = image.command.map(mapped)
  image.healthcheck = image.healthcheck.map(mapped)
}

async function freePort() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function firstRun(image, container) {
  const service = start(image, container)
  let key
  try {
    await report.step('becomes healthy', () => becomesHealthy(image, container, service))
    key = /stw_\w+/.exec(service.output())?.[0]
    report.check('says its first key', key !== undefined)
    await report.step('stores a file', () => upload(image, key))
    await report.step('shows the page', async () => {
      const answer = await fetch(`http://127.0.0.1:${image.port}/`)
      const html = await answer.text()
      if (!html.includes('<meta name="stowage"')) throw new Error(`${answer.status}: ${html}`)
    })
    const tries = "require('fs').writeFileSync('/service/x', '')"
    const { code, output } = await runIn(image.root, ['node', '-e', tries], container)
    report.check(
      'can write nowhere else',
      code === 1,
      /\b(?:EROFS|EACCES)\b/.exec(output)?.[0] ?? output,
    )
    const doctor = await runIn(image.root, ['stowage', 'doctor'], container)
    report.check(
      'doctor finds nothing wrong in there',
      doctor.code === 0,
      doctor.code === 0 ? '' : doctor.output,
    )
  } finally {
    await report.step('SIGTERM ends it with 0', () => stop(service))
  }
  return key
}

async function secondRun(image, container, key) {
  const service = start(image, container)
  try {
    await report.step('starts again on its volume', () => becomesHealthy(image, container, service))
    report.check('and makes no other key', !/stw_\w+/.test(service.output()))
    await report.step('and has what it stored', async () => {
      const answer = await fetch(`http://127.0.0.1:${image.port}/api/v1/assets`, bearer(key))
      const { meta } = await answer.json()
      if (meta.total !== 1) throw new Error(`${meta.total} assets`)
    })
  } finally {
    await stop(service)
  }
}

function start(image, container) {
  const child = spawnIn(image.root, image.command, container)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { child, output: () => output, ended: once(child, 'close') }
}

/** The signal goes to the service: bubblewrap stands where an engine's init does. */
async function stop({ child, ended, output }) {
  const [pid] = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).split(' ')
  const [service] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  process.kill(Number(service || pid), 'SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`ended with ${code}: ${output()}`)
}

async function becomesHealthy(image, container, service) {
  const deadline = Date.now() + 60_000
  while ((await runIn(image.root, image.healthcheck, container)).code !== 0) {
    if (service.child.exitCode !== null || Date.now() > deadline) throw new Error(service.output())
    await setTimeout(200)
  }
}

async function upload(image, key) {
  const body = new FormData()
  body.append('file', new Blob(['in a container']), 'note.txt')
  const answer = await fetch(`http://127.0.0.1:${image.port}/api/v1/assets`, {
    method: 'POST',
    body,
    ...bearer(key),
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
}

function bearer(key) {
  return { headers: { authorization: `Bearer ${key}` } }
}
