// The typed client as it is built: in a page of Chromium, and under each Node that it supports.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { openBrowser } from '../support/browser.mjs'
import { bundledPage } from '../support/bundled-page.mjs'
import { nodeOf } from '../support/node-of.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const NODES = ['20', '22', '24']
const UNDER_NODE = fileURLToPath(new URL('../support/typed-client/under-node.js', import.meta.url))

const run = promisify(execFile)
const report = createReport('client: the typed client in Chromium and under Node')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const html = await bundledPage(new URL('../support/typed-client/page.js', import.meta.url))
    await withService(path.join(directory, 'chromium'), html, async (service) => {
      const browser = await openBrowser(path.join(directory, 'profile'))
      if (browser === undefined) return report.skip('Chromium', 'there is no Chromium here')
      const page = await browser.newPage()
      await page.goto(`${service.origin}/page`)
      checkAll('Chromium', await page.evaluate((each) => window.runScenario(each), service))
      await browser.close()
    })
    for (const version of NODES) {
      const node = await nodeOf(version)
      await withService(path.join(directory, version), html, async (service) => {
        const { stdout } = await run(node, [UNDER_NODE, JSON.stringify(service)])
        checkAll(`Node ${version}`, JSON.parse(stdout))
      })
    }
  }),
)

function checkAll(platform, seen) {
  for (const [name, passed, detail] of seen) report.check(`${platform}: ${name}`, passed, detail)
}

/** A service of its own with a page, whose network loses answers and holds bodies when a header asks it to. */
async function withService(directory, html, body) {
  const store = await openAssetStore({
    directory,
    allow: ['text/plain', 'application/octet-stream'],
    limits: { fileSize: 32 * 1024 ** 2 },
  })
  const { token } = await store.keys.create({ name: 'client' })
  const handler = createNodeHandler(store, { path: '/media' })
  const lost = new Set()
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (req, res) => {
    const { 'x-lose': lose, 'x-hold': hold } = req.headers
    if (hold !== undefined) return
    if (lose !== undefined && !lost.has(lose)) {
      lost.add(lose)
      // Stored, and then the connection breaks.
      res.writeHead = () => res
      res.write = () => true
      res.end = () => res.destroy()
    }
    handler(req, res, () => res.setHeader('content-type', 'text/html').end(html))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  try {
    await body({ origin, baseUrl: `${origin}/media`, token })
  } finally {
    server.close()
    server.closeAllConnections()
    await store.close()
  }
}
