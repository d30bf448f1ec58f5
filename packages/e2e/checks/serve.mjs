// `serve` in a process of its own: SIGTERM lets an upload under way end, and the process exits with 0. A second signal
// ends it at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openAssetStore } from '@stowage/core'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const SCRIPT = fileURLToPath(new URL('../support/served-store.mjs', import.meta.url))

const report = createReport('serve: a store behind one call, stopped by signals')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    await stopDuringUpload(directory)
    await stopTwice(directory)
  }),
)

async function stopDuringUpload(directory) {
  const { child, exited, ...server } = await start(directory)
  const upload = await beginUpload(server)
  child.kill('SIGTERM')
  await untilRefused(server.url)
  report.check('SIGTERM refuses new connections', true)
  report.check('and lets the process wait for the upload', child.exitCode === null)
  upload.end('\r\n--b--\r\n')
  const [response] = await once(upload, 'response')
  report.check('which is stored', response.statusCode === 201, String(response.statusCode))
  response.resume()
  report.check('then the process ends with 0', (await exited) === 0)
  const store = await openAssetStore({ directory, readOnly: true })
  report.check('the asset is in the store', (await store.list()).total === 1)
  await store.close()
}

async function stopTwice(directory) {
  const { child, exited, ...server } = await start(directory)
  const upload = await beginUpload(server)
  child.kill('SIGTERM')
  await untilRefused(server.url)
  child.kill('SIGTERM')
  report.check('a second SIGTERM ends the process at once', (await exited) === 'SIGTERM')
  upload.destroy()
}

async function start(directory) {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, STOWAGE_DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, exited, ...JSON.parse(line) }
}

/** An upload whose header the server has accepted: it has asked for the body. */
async function beginUpload({ url, token }) {
  const request = http.request(`${url}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      expect: '100-continue',
    },
  })
  request.on('error', () => {})
  request.flushHeaders()
  await once(request, 'continue')
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello')
  return request
}

/** Resolves once the port takes no connection. */
async function untilRefused(url) {
  for (;;) {
    try {
      await fetch(`${url}/api/v1/health/live`, { headers: { connection: 'close' } })
    } catch {
      return
    }
  }
}
