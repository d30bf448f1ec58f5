// Follows the import script and the Express, Fastify, Hono and cluster examples like a new user. `quickstart` does the same
// for node:http.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startExample, startExampleAndWait } from '../support/example-server.mjs'
import { nginxVersion } from '../support/nginx.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const shell = promisify(execFile)

const report = createReport(
  'examples: a script, an Express app with a login, a Fastify app and a Hono app with keys, a cluster',
)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    await preparations()
    await scriptExample(path.join(directory, 'script'))
    await nodeExample(path.join(directory, 'node-http'))
    await fastifyExample(path.join(directory, 'fastify'))
    await honoExample(path.join(directory, 'hono'))
    await expressExample(path.join(directory, 'express'))
    await clusterExample()
  }),
)

/** In a fresh clone nothing is installed and built: the first script of each example sees to that. */
async function preparations() {
  const folder = path.join(ROOT, 'examples')
  for (const name of await readdir(folder)) {
    const manifest = await readFile(path.join(folder, name, 'package.json'), 'utf8')
    const { scripts } = JSON.parse(manifest)
    if (scripts === undefined) continue
    const before = scripts[scripts.build === undefined ? 'prestart' : 'prebuild']
    const needed = `node ../../packages/tooling/setup.mjs && node ../../packages/tooling/build.mjs examples/${name}`
    report.check(`${name}: installs and builds what it needs first`, before === needed, before)
  }
}

async function scriptExample(media) {
  const script = path.join(ROOT, 'examples/script/import.js')
  const env = { ...process.env, STOWAGE_DIRECTORY: media }
  const folder = path.join(ROOT, 'examples')
  const { stdout } = await shell(process.execPath, [script, path.join(folder, 'script')], { env })
  const [, stored] = /^(\d+) stored, 0 failed$/m.exec(stdout) ?? []
  report.check('script: imports a folder and says what it made', Number(stored) >= 2, stdout)
  const unknown = await shell(process.execPath, [script, path.join(folder, 'nowhere')], { env })
    .then(() => 0)
    .catch(({ code }) => code)
  report.check('script: a folder that is not there ends it with 2', unknown === 2)
}

async function nodeExample(media) {
  const server = await startExampleAndWait(media)
  await judgeLimiter('node:http', server.url(), 100)
  report.check('node:http: SIGTERM ends it with 0', (await server.stop()) === 0)
}

/** Guesses keys until the limiter answers, which must be neither sooner nor later than it says. */
async function judgeLimiter(name, url, limit) {
  const headers = { authorization: 'Bearer stw_a-guess' }
  const statuses = new Map()
  let last
  for (let guess = 0; guess < limit + 10; guess += 1) {
    last = await fetch(`${url}/api/v1/assets`, { headers })
    await last.arrayBuffer()
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1)
  }
  const figures = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  report.check(
    `${name}: guesses are 401, and 429 from the limit on`,
    statuses.get(401) <= limit && statuses.get(429) >= 10 && statuses.size === 2,
    figures,
  )
  report.check(`${name}: 429 says when to try again`, Number(last.headers.get('retry-after')) > 0)
}

async function fastifyExample(media) {
  const example = 'fastify'
  const server = await startExampleAndWait(media, { example, cwd: ROOT })
  const line = /^curl .*$/m.exec(server.output())?.[0] ?? 'false'
  const { stdout } = await shell('sh', ['-c', `${line} --silent --show-error`], { cwd: ROOT })
  const { status } = JSON.parse(stdout).data?.attributes ?? {}
  report.check('Fastify: the printed curl line uploads a file', status === 'ready', stdout)
  const { origin } = new URL(server.url())
  const health = await (await fetch(`${origin}/health`)).json()
  report.check("Fastify: the app's own route sees it", health.assets === 1)
  const refused = await startExample(media, { example, env: { PORT: new URL(origin).port } })
  const code = await refused.exited
  report.check('Fastify: a port in use is said plainly', code === 1, refused.output().trim())
  await judgeLimiter('Fastify', server.url(), 1000)
  report.check('Fastify: SIGTERM ends it with 0', (await server.stop()) === 0)

  const again = await startExampleAndWait(media, { example })
  report.check('Fastify: the second start prints no key', again.key() === undefined)
  const headers = { authorization: `Bearer ${server.key()}` }
  const list = await fetch(`${again.url()}/api/v1/assets`, { headers })
  report.check('Fastify: the first key is still valid', list.status === 200)
  await again.stop()
}

async function honoExample(media) {
  const server = await startExampleAndWait(media, { example: 'hono', cwd: ROOT })
  const line = /^curl .*$/m.exec(server.output())?.[0] ?? 'false'
  const { stdout } = await shell('sh', ['-c', `${line} --silent --show-error`], { cwd: ROOT })
  const { status, url } = JSON.parse(stdout).data?.attributes ?? {}
  report.check('Hono: the printed curl line uploads a file', status === 'ready', stdout)
  const headers = { authorization: `Bearer ${server.key()}` }
  const file = await (await fetch(url, { headers })).text()
  report.check('Hono: its link gives the file', file.includes('createFetchHandler'))
  const health = await (await fetch(`${new URL(server.url()).origin}/health`)).json()
  report.check("Hono: the app's own route sees it", health.assets === 1)
  report.check('Hono: SIGTERM ends it with 0', (await server.stop()) === 0)
}

async function expressExample(media) {
  const server = await startExpress(media)
  const { origin } = new URL(server.url())
  const assets = `${server.url()}/api/v1/assets`
  const editor = { cookie: await logIn(origin, 'editor', server.password('editor')) }
  const viewer = { cookie: await logIn(origin, 'viewer', server.password('viewer')) }
  const forged = { cookie: `${viewer.cookie.slice(0, -4)}AAAA` }

  report.check('Express: a wrong password is 401', !(await logIn(origin, 'editor', 'wrong')))
  report.check(
    'Express: a request without a login is refused',
    (await fetch(assets)).status === 401,
  )
  const strange = await fetch(assets, { headers: forged })
  report.check('Express: nor with a forged session', strange.status === 401)

  const upload = async (headers) => fetch(assets, { method: 'POST', headers, body: form() })
  const ownPage = { origin }
  report.check(
    'Express: the viewer may not upload',
    (await codeOf(await upload({ ...viewer, ...ownPage }))) === 'forbidden',
  )
  report.check(
    'Express: nor the editor by a page of another site',
    (await codeOf(await upload({ ...editor, origin: 'https://evil.example' }))) === 'cross_origin',
  )
  const stored = await upload({ ...editor, ...ownPage })
  report.check('Express: the editor may', stored.status === 201, String(stored.status))
  const { url } = (await stored.json()).data.attributes
  const file = await (await fetch(url, { headers: viewer })).text()
  report.check('Express: the viewer sees the file', file === 'hello')

  const me = await (await fetch(`${origin}/me`, { headers: viewer })).json()
  report.check('Express: the page learns who may upload', me.mayUpload === false)
  const page = await (await fetch(`${origin}/`)).text()
  report.check('Express: there is a page to do it on', page.includes('<form id="upload"'))
  await judgeLimiter('Express', server.url(), 100)
  report.check('Express: SIGTERM ends it with 0', (await server.stop()) === 0)

  const again = await startExpress(media)
  report.check('Express: the second start prints no password', again.password('editor') === '')
  const cookie = await logIn(new URL(again.url()).origin, 'editor', server.password('editor'))
  report.check('Express: the first password is still valid', cookie !== undefined)
  await again.stop()
}

async function codeOf(response) {
  return (await response.json()).errors?.[0].code
}

async function clusterExample() {
  if (nginxVersion() === null) return report.skip('cluster', 'there is no nginx here')
  const cluster = await startExample('', { example: 'cluster', script: 'start.js' })
  await cluster.says(/^Assets at .*\n/m)
  const headers = { authorization: `Bearer ${cluster.key()}` }
  const assets = `${cluster.url()}/api/v1/assets`
  const upload = () => fetch(assets, { method: 'POST', headers, body: form() })
  const urls = []
  const uploadSome = async () => {
    const statuses = []
    for (let count = 0; count < 6; count += 1) {
      const stored = await upload()
      statuses.push(stored.status)
      urls.push((await stored.json()).data?.attributes.url)
    }
    return statuses
  }
  const before = await uploadSome()
  report.check('cluster: uploads through nginx', before.every(isCreated), before.join())
  const [, origin] = /^instance 1: .* at (\S+)$/m.exec(cluster.output())
  const link = urls[0]?.startsWith(cluster.url())
  report.check("cluster: links are nginx's, not an instance's", link && !urls[0].startsWith(origin))
  const [, pid] = /^instance 2: process (\d+) /m.exec(cluster.output())
  process.kill(Number(pid), 'SIGTERM')
  await cluster.says(/^instance 2 ended: 0$/m)
  const after = await uploadSome()
  report.check('cluster: and with one instance less', after.every(isCreated), after.join())
  const files = await Promise.all(urls.map(async (url) => (await fetch(url, { headers })).text()))
  const whole = files.filter((file) => file === 'hello').length
  report.check('cluster: every file is there', whole === urls.length, `${whole} of ${urls.length}`)
  report.check('cluster: SIGTERM ends it with 0', (await cluster.stop()) === 0)
}

function isCreated(status) {
  return status === 201
}

async function startExpress(media) {
  const server = await startExample(media, { example: 'express' })
  await server.says(/^Open .*\n/m)
  const password = (name) => new RegExp(`^login: ${name} (\\S+)$`, 'm').exec(server.output())?.[1]
  return { ...server, password: (name) => password(name) ?? '' }
}

/** The session's cookie, or `undefined` when the login was refused. */
async function logIn(origin, name, password) {
  const body = new URLSearchParams({ name, password })
  const response = await fetch(`${origin}/login`, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('set-cookie')?.split(';')[0]
}

function form() {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  return body
}
