// A page of another origin, in Chromium: it shows signed thumbnails, uploads by ticket, and can do no more. With --report
// it rewrites the table of attempts in docs/notes/pages-of-other-origins.md; without, it compares.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import sharp from 'sharp'
import { openBrowser } from '../support/browser.mjs'
import { bundledPage } from '../support/bundled-page.mjs'
import { attemptsOf } from '../support/other-origin/attempts.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const MEBIBYTE = 1024 ** 2
const WIDTH = 1200
const THUMBNAIL = 300
const NOTE = new URL('../../../docs/notes/pages-of-other-origins.md', import.meta.url)
const TABLE = /<!-- attempts -->[\s\S]*<!-- \/attempts -->/

const report = createReport('other-origin: a page of another origin')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const browser = await openBrowser(path.join(directory, 'profile'))
    if (browser === undefined) return report.skip('the page', 'there is no Chromium here')
    const html = await bundledPage(new URL('../support/other-origin/page.js', import.meta.url))
    // Another site too: the page is at `localhost`, the API at 127.0.0.1.
    const [listed, unlisted] = [await servePage(html), await servePage(html)]
    const store = await openAssetStore({
      directory: path.join(directory, 'media'),
      signing: { secrets: [randomBytes(32)], stepSeconds: 1 },
      variants: { processor: sharpVariants(), waitMs: 600_000 },
    })
    const api = await serve(store, {
      port: 0,
      path: '/media',
      cors: { origins: [listed.origin] },
      crossOriginResourcePolicy: 'cross-origin',
      signals: false,
    })
    try {
      const pages = {
        listed: await openPage(browser, listed),
        unlisted: await openPage(browser, unlisted),
      }
      const pictures = await uploadPictures(store)
      await checkPictures({ store, api, page: pages.listed, pictures })
      await checkUpload({ store, api, page: pages.listed })
      await checkAttempts({ store, api, pages, picture: pictures[0] })
      await report.step('the documented table is this one', compareNote)
    } finally {
      await browser.close()
      for (const page of [listed, unlisted]) await page.close()
      await api.close()
      await store.close()
    }
  }),
)

function uploadPictures(store) {
  return Promise.all(
    ['teal', 'red', 'gold'].map(async (background) => {
      const create = { width: WIDTH, height: 600, channels: 3, background }
      return store.upload(await sharp({ create }).jpeg().toBuffer(), { name: `${background}.jpg` })
    }),
  )
}

async function checkPictures({ store, api, page, pictures }) {
  const urls = pictures.map((asset) => store.urls.signAll(asset, { baseUrl: api.url }))
  const thumbnails = await page.evaluate(
    (all) => window.widthsOf(all),
    urls.map(({ thumbnailUrl }) => thumbnailUrl),
  )
  report.check(
    'shows thumbnails from signed URLs',
    thumbnails.every((width) => width === THUMBNAIL),
    thumbnails.join(', '),
  )
  const originals = await page.evaluate(
    (all) => window.widthsOf(all),
    urls.map(({ url }) => url),
  )
  report.check(
    'shows originals from signed URLs',
    originals.every((width) => width === WIDTH),
  )
}

async function checkUpload({ store, api, page }) {
  const size = 20 * MEBIBYTE
  const { token: ticket } = await store.tickets.create({ createdBy: 'ann', bytes: size })
  const upload = { baseUrl: api.url, ticket, name: 'large.txt', size }
  const { id, loaded } = await slowly(page, () =>
    page.evaluate((each) => window.uploadByTicket(each), upload),
  )
  const asset = await store.get(id)
  const stored = asset.size === size && asset.createdBy === 'ann' && asset.name === 'large.txt'
  report.check('uploads 20 MiB by ticket, for the user whom the ticket names', stored)
  const rises = loaded.every((bytes, index) => index === 0 || bytes >= loaded[index - 1])
  report.check(
    'sees its progress',
    rises && loaded.length > 2 && loaded.at(-1) === size,
    `${loaded.length} reports`,
  )
}

/** A network on which an upload of 20 MiB takes a second: browsers report progress every 50 ms. */
async function slowly(page, run) {
  const devTools = await page.context().newCDPSession(page)
  const network = { offline: false, latency: 0, downloadThroughput: -1 }
  const limit = (uploadThroughput) =>
    devTools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput })
  await devTools.send('Network.enable')
  await limit(20 * MEBIBYTE)
  try {
    return await run()
  } finally {
    await limit(-1)
  }
}

/** Every attempt leaves the store as it was, unless it says otherwise. */
async function checkAttempts({ store, api, pages, picture }) {
  for (const { attempt, answer, from = 'listed', clock, request, stores = 0 } of attemptsOf(
    api.url,
  )) {
    await report.step(attempt, async () => {
      const page = pages[from]
      const asked = await request({ store, picture })
      const before = (await store.list()).total
      await page.clock.setFixedTime(new Date(clock ?? Date.now()))
      const given = await page.evaluate((each) => window.answerTo(each), asked)
      const added = (await store.list()).total - before
      if (given !== answer) throw new Error(`answered ${given} in place of ${answer}`)
      if (added !== stores) throw new Error(`stored ${added} assets in place of ${stores}`)
      return answer
    })
  }
}

/** The note is written only when every attempt was answered as it says. */
async function compareNote() {
  const rows = attemptsOf('').map(({ attempt, answer }) => `| ${attempt} | ${answer} |`)
  const table = ['| Attempt | Answer |', '|---|---|', ...rows].join('\n')
  const text = await readFile(NOTE, 'utf8')
  const wanted = text.replace(TABLE, `<!-- attempts -->\n${table}\n<!-- /attempts -->`)
  if (wanted === text) return
  if (!process.argv.includes('--report')) throw new Error('Run this check with --report.')
  await writeFile(NOTE, wanted)
}

async function openPage(browser, { origin }) {
  const page = await browser.newPage()
  await page.goto(`${origin}/`)
  return page
}

async function servePage(html) {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${server.address().port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
