// Does what a new user does: starts the example, pastes the line that it prints, stops it, starts it again.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startExample, startExampleAndWait } from '../support/example-server.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const shell = promisify(execFile)

const report = createReport('quickstart: the example server, as a new user meets it')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const media = path.join(directory, 'media')
    const key = await firstStart(media)
    await secondStart(media, key)
    await portInUse(media)
    await stopDuringUpload(media, key)
  }),
)

async function firstStart(media) {
  const server = await startExampleAndWait(media, { cwd: ROOT })
  report.check('the first start prints a key', /^stw_\w+$/.test(server.key() ?? ''))
  const line = /^curl .*$/m.exec(server.output())?.[0] ?? 'false'
  const { stdout } = await shell('sh', ['-c', `${line} --silent --show-error`], { cwd: ROOT })
  const asset = JSON.parse(stdout).data
  report.check(
    'the printed curl line uploads a file',
    asset?.attributes?.status === 'ready',
    stdout,
  )
  await pageOf(server)
  report.check('SIGTERM ends it with 0', (await server.stop()) === 0)
  return server.key()
}

/** The printed URL has the page, and all that it loads; the key stands where no server sees it. */
async function pageOf(server) {
  const [, url, key] = /(http\S+\/)#key=(\S+)$/m.exec(server.output()) ?? []
  report.check('it prints a URL of the page with the key in its fragment', key === server.key())
  const page = await fetch(url)
  const html = await page.text()
  report.check('the page is there', page.status === 200 && html.startsWith('<!doctype html>'))
  const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => new URL(file, url))
  const statuses = await Promise.all(files.map(async (file) => (await fetch(file)).status))
  const all = files.length >= 2 && statuses.every((status) => status === 200)
  report.check('and so are its files', all, statuses.join())
}

async function secondStart(media, key) {
  const server = await startExampleAndWait(media)
  report.check('the second start says that a key exists', /A key exists/.test(server.output()))
  report.check('and prints none', server.key() === undefined && !/stw_/.test(server.output()))

  const maker = await startExample(media, { args: ['--new-key', 'second'] })
  report.check('--new-key makes another while it runs', (await maker.exited) === 0)
  for (const token of [key, maker.key()]) {
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(`${server.url()}/api/v1/assets`, { headers })
    report.check('a key of either start is valid', status === 200, String(status))
  }
  server.kill('SIGINT')
  report.check('SIGINT ends it with 0', (await server.exited) === 0)
}

async function portInUse(media) {
  const server = await startExampleAndWait(media)
  const second = await startExample(media, { env: { PORT: new URL(server.url()).port } })
  const code = await second.exited
  const said = second.output().trim()
  report.check(
    'a port in use is said plainly',
    code === 1 && /^Port \d+ is in use/.test(said),
    said,
  )
  await server.stop()
}

async function stopDuringUpload(media, key) {
  const server = await startExampleAndWait(media)
  const body = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nfirst half, ',
    'second half\r\n--b--\r\n',
  ]
  const upload = http.request(`${server.url()}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': body.join('').length,
      expect: '100-continue',
    },
  })
  upload.flushHeaders()
  await once(upload, 'continue')
  upload.write(body[0])
  server.kill('SIGTERM')
  await server.says(/Finishing what is under way/)
  upload.end(body[1])
  const [response] = await once(upload, 'response')
  response.resume()
  report.check('an upload under way at SIGTERM is finished', response.statusCode === 201)
  const code = await server.exited
  report.check('and then the server ends with 0', code === 0, String(code))

  const again = await startExampleAndWait(media)
  const headers = { authorization: `Bearer ${key}` }
  const list = await (await fetch(`${again.url()}/api/v1/assets`, { headers })).json()
  report.check('the file is there', list.data[0]?.attributes.name === 'slow.txt')
  await again.stop()
}
