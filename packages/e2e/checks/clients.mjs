// Common clients against every adapter: curl, undici, axios, and in headless Chromium a FormData upload and Uppy.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import axios from 'axios'
import * as undici from 'undici'
import { ADAPTERS } from '../support/adapters.mjs'
import { openBrowser } from '../support/browser.mjs'
import { bundledPage } from '../support/bundled-page.mjs'
import { curl } from '../support/curl.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const NAME = 'Grüße & Küsse.txt'
const CONTENT = 'text of the file\n'.repeat(10_000)

const report = createReport('clients: curl, undici, axios and a browser against every adapter')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const page = await bundledPage(new URL('../support/browser-uploads.js', import.meta.url))
    const browser = await openBrowser(path.join(directory, 'profile'))
    const file = path.join(directory, NAME)
    await writeFile(file, CONTENT)
    for (const [adapter, start] of Object.entries(ADAPTERS)) {
      const store = await openAssetStore({ directory: path.join(directory, adapter) })
      const { token: key } = await store.keys.create({ name: 'clients' })
      const server = await start(store, page)
      const assets = `${server.origin}/media/api/v1/assets`
      await checkClients(adapter, assets, key, file)
      await checkBrowser(adapter, browser, `${server.origin}/page`, assets, key)
      await server.close()
      await store.close()
    }
    await browser?.close()
  }),
)

async function checkClients(adapter, assets, key, file) {
  const authorization = `Bearer ${key}`
  const header = `Authorization: ${authorization}`
  const headers = { authorization }

  const curled = await curl('-H', header, '-F', `file=@${file}`, assets)
  const { url } = checkStored(`${adapter}, curl`, curled.status, [JSON.parse(curled.body).data])
  checkContent(`${adapter}, curl`, String((await curl('-H', header, url)).body))

  const form = new undici.FormData()
  form.append('file', new File([CONTENT], NAME))
  const fetched = await undici.fetch(assets, { method: 'POST', headers, body: form })
  checkStored(`${adapter}, undici`, fetched.status, [(await fetched.json()).data])
  checkContent(`${adapter}, undici`, await (await undici.fetch(url, { headers })).text())

  const blob = new Blob([CONTENT])
  const body = new FormData()
  body.append('file', blob, NAME)
  const posted = await axios.post(assets, body, { headers })
  checkStored(`${adapter}, axios`, posted.status, [posted.data.data])
  const range = { ...headers, range: 'bytes=0-3' }
  const part = await axios.get(url, { headers: range, responseType: 'text' })
  report.check(
    `${adapter}, axios: a range`,
    part.status === 206 && part.data === CONTENT.slice(0, 4),
  )
  const ids = [posted.data.data.id]
  const trashed = await axios.post(`${assets}/bulk-trash`, { asset_ids: ids }, { headers })
  const deleted = await axios.delete(`${assets}/bulk-permanent`, {
    headers,
    data: { asset_ids: ids },
  })
  report.check(
    `${adapter}, axios: trash and delete`,
    trashed.status === 204 && deleted.status === 204,
  )
}

async function checkBrowser(adapter, browser, page, assets, key) {
  if (browser === undefined) {
    for (const name of ['FormData', 'Uppy', 'Uppy, bundled']) {
      report.skip(
        `${adapter}, Chromium: ${name}`,
        'there is no Chromium, and only root can install it',
      )
    }
    return
  }
  const tab = await browser.newPage()
  await tab.goto(page)
  const files = [NAME, 'second.txt'].map((name) => ({ name, content: CONTENT }))
  const run = (name) =>
    tab.evaluate(
      ([name, assets, key, files]) => window[name](assets, key, files),
      [name, assets, key, files],
    )
  const sent = await run('uploadByForm')
  checkStored(`${adapter}, Chromium: FormData`, sent.status, sent.data)
  const uppy = await run('uploadByUppy')
  checkStored(`${adapter}, Chromium: Uppy`, uppy.status, uppy.data)
  const bundled = await run('uploadByUppyBundle')
  checkStored(`${adapter}, Chromium: Uppy, bundled`, bundled.status, bundled.data)
  await tab.close()
}

/** Checks the answer to an upload, and gives the attributes of the first asset. */
function checkStored(name, status, assets) {
  const [{ attributes }] = assets
  const right =
    status === 201 &&
    attributes.name === NAME &&
    assets.every((asset) => asset.attributes.size === CONTENT.length)
  report.check(`${name}: upload`, right, `${status} ${assets.length} × ${attributes.size} B`)
  return attributes
}

function checkContent(name, content) {
  report.check(`${name}: download`, content === CONTENT)
}
