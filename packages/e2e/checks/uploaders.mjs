// The uploaders of docs/guides/uploaders.md as the guide shows them, in Chromium with files of the disk: on the app's own
// origin with a cookie, and on another site with a ticket.
//
//   node uploaders.mjs            all
//   node uploaders.mjs uppy xhr   these, and the plain form
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../support/browser.mjs'
import { LONGEST, until } from '../support/gallery/person.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { startSites } from '../support/uploaders/sites.mjs'
import { UPLOADERS } from '../support/uploaders/uploaders.mjs'

const MEBIBYTE = 1024 ** 2
/** Bytes in a second: so fast that progress is seen, and so slow that an upload does not end before it is cancelled. */
const FAST = 40 * MEBIBYTE
const SLOW = 2 * MEBIBYTE
/** Beside the dependencies of this package, which the pages import. */
const CACHE = fileURLToPath(new URL('../.cache', import.meta.url))

const TOO_LARGE = 'This file is too large. Choose one of at most 25 MB.'
const NOT_ALLOWED = 'Only pictures and plain text can be uploaded here.'
const SIGNED_OUT = 'You are signed out, or this page is too old. Reload it, then try again.'
const USED_UP = 'This page takes no more files. Reload it, then try again.'

const report = createReport('uploaders: as the guide shows them, in Chromium')
await mkdir(CACHE, { recursive: true })
await report.run(() => withTemporaryDirectory(check, CACHE))

async function check(directory) {
  // A browser for each origin: a page behind another one may draw nothing, and so never end an animation.
  const browsers = await openBrowsers(directory)
  if (browsers === undefined) return report.skip('the uploaders', 'there is no Chromium here')
  const [ownBrowser, otherBrowser] = browsers
  const chosen = process.argv.slice(2)
  const wanted = chosen.length > 0 ? chosen : Object.keys(UPLOADERS)
  const files = await writeFiles(directory)
  // Servers of their own, so that both origins are checked at once.
  const sites = [await startSites(directory, 'own'), await startSites(directory, 'other')]
  const [own, other] = sites
  try {
    await Promise.all([
      checkOrigin('own', { browser: ownBrowser, wanted, sites: own, files }),
      checkOrigin('other', { browser: otherBrowser, wanted, sites: other, files }),
    ])
    await checkForm(await openPage(ownBrowser, own), { sites: own, files })
  } finally {
    for (const browser of browsers) await browser.close()
    for (const each of sites) await each.stop()
  }
}

/** Two browsers; `undefined` when there is no Chromium. */
async function openBrowsers(directory) {
  const own = await openBrowser(path.join(directory, 'profile-own'))
  return own && [own, await openBrowser(path.join(directory, 'profile-other'))]
}

async function checkOrigin(origin, { browser, wanted, sites, files }) {
  for (const name of wanted) {
    // Who uploads by ticket needs no cookie.
    const page = await openPage(browser, origin === 'own' ? sites : null)
    await checkUploader({ page, sites, files, origin, name, ...UPLOADERS[name] })
    await page.close()
  }
}

async function writeFiles(directory) {
  const contents = {
    small: ['Grüße & Küsse.txt', 'text of the file\n'],
    large: ['large.txt', Buffer.alloc(20 * MEBIBYTE, 'a')],
    tooLarge: ['too-large.txt', Buffer.alloc(30 * MEBIBYTE, 'a')],
    notAllowed: ['letter.pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'],
  }
  const files = {}
  for (const [kind, [name, content]] of Object.entries(contents)) {
    files[kind] = { name, path: path.join(directory, name), size: Buffer.byteLength(content) }
    await writeFile(files[kind].path, content)
  }
  return files
}

/** A page whose network `pace(bytes)` limits to so many in a second; of a person who is signed in at these sites. */
async function openPage(browser, sites) {
  const page = await browser.newPage()
  page.setDefaultTimeout(LONGEST)
  if (sites !== null) await page.goto(`${sites.own}/login`)
  page.on('pageerror', (error) => report.note(String(error)))
  // Dropzone asks whether to cancel.
  page.on('dialog', (dialog) => dialog.accept())
  const session = await page.context().newCDPSession(page)
  return Object.assign(page, {
    session,
    pace: (uploadThroughput) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      }),
  })
}

async function checkUploader(each) {
  const { page, sites, files, origin, name } = each
  const step = (title, body) => report.step(`${name}, ${origin} origin: ${title}`, body)
  const open = async () => {
    await page.goto(`${sites[origin]}/${name}.html`)
    await page.waitForSelector('[data-ready]')
  }

  await step('stores a file', async () => {
    await open()
    await page.setInputFiles(each.input, files.small.path)
    await page.waitForSelector(each.stored(files.small.name))
    await expectNewest(sites, files.small)
    if (each.revert === undefined || origin === 'other') return
    const before = await totalOf(sites)
    await page.click(each.revert)
    await until(async () => (await totalOf(sites)) === before - 1)
    return 'and puts it into the trash'
  })
  await step('stores 20 MiB', async () => {
    await open()
    await page.pace(FAST)
    if (each.progress) await page.evaluate(each.progress)
    await page.setInputFiles(each.input, files.large.path)
    await page.waitForSelector(each.stored(files.large.name))
    await expectNewest(sites, files.large)
    return each.progress ? progressOf(await page.evaluate('seen'), each, files.large) : undefined
  })
  await step('leaves nothing of a cancelled upload', async () => {
    await open()
    await page.pace(SLOW)
    await expectNothingLeft(sites, async () => {
      await page.setInputFiles(each.input, files.large.path)
      await until(async () => (await sites.staged()) > 0)
      await page.click(each.cancel)
      // What is told fades in; that it is told is enough.
      await page.waitForSelector(each.cancelled, { state: 'attached' })
    })
  })
  await page.pace(-1)
  const refused = async (file, text) => {
    const before = await totalOf(sites)
    await page.setInputFiles(each.input, file.path)
    await expectText(page, each.said, text)
    if ((await totalOf(sites)) !== before) throw new Error('something was stored')
    return text
  }
  for (const [file, text] of [
    [files.tooLarge, TOO_LARGE],
    [files.notAllowed, NOT_ALLOWED],
  ]) {
    await step(`says why it refuses ${file.name}`, async () => {
      await open()
      return refused(file, text)
    })
  }
  if (origin === 'own') {
    await step('says that the person is signed out', async () => {
      await open()
      await page.context().clearCookies()
      return refused(files.small, SIGNED_OUT)
    })
  } else {
    await step('says that the ticket is used up', async () => {
      await page.route('**/ticket', async (route) => route.fulfill({ json: await usedUp(sites) }))
      await open()
      return refused(files.small, USED_UP)
    })
  }
}

async function checkForm(page, { sites, files }) {
  await page.session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const open = (origin) => page.goto(`${sites[origin]}/form.html`)
  const send = async (file) => {
    await page.setInputFiles('[name=file]', file.path)
    await page.click('button', { noWaitAfter: true })
  }
  for (const file of [files.small, files.large]) {
    await report.step(`form: stores ${file.name}, and shows the next page`, async () => {
      await open('own')
      await send(file)
      await page.waitForURL('**/thanks.html')
      await expectNewest(sites, file)
    })
  }
  await report.step('form: leaves nothing of a cancelled upload', async () => {
    await open('own')
    await page.pace(SLOW)
    await expectNothingLeft(sites, async () => {
      await send(files.large)
      await until(async () => (await sites.staged()) > 0)
      await page.session.send('Page.stopLoading')
    })
    await page.pace(-1)
  })
  for (const { what, file, origin = 'own', prepare, text } of [
    { what: 'too-large.txt', file: files.tooLarge, text: 'The file has more than 25000000 bytes.' },
    { what: 'letter.pdf', file: files.notAllowed, text: 'Files of type application/pdf' },
    {
      what: 'a form of another site',
      file: files.small,
      origin: 'other',
      text: 'Log in, or send credentials',
    },
    {
      what: 'a person who is signed out',
      file: files.small,
      prepare: () => page.context().clearCookies(),
      text: 'Log in, or send credentials',
    },
  ]) {
    await report.step(`form: says why it refuses ${what}`, async () => {
      await open(origin)
      await prepare?.()
      const before = await totalOf(sites)
      await send(file)
      await expectText(page, 'body', text)
      if ((await totalOf(sites)) !== before) throw new Error('something was stored')
      return text
    })
  }
}

async function usedUp({ client }) {
  const { attributes } = await client.createUploadTicket()
  await client.upload(new Blob(['text']), { ticket: attributes.token })
  return { token: attributes.token }
}

/** Fails unless progress was told at three places at least, never fell, and ended at the size. */
function progressOf(seen, { progress }, { size }) {
  const all = progress.name === 'ownProgress' ? size : seen.at(-1)?.[1]
  const rises = seen.every(([sent], index) => index === 0 || sent >= seen[index - 1][0])
  const places = new Set(seen.map(([sent]) => sent)).size
  const [sent, of] = seen.at(-1) ?? []
  if (!rises || places < 3 || sent !== all || of !== all) {
    throw new Error(`saw ${JSON.stringify(seen)}`)
  }
  return `${seen.length} reports`
}

/** Fails when `cancelling` an upload leaves an asset or a staged file. */
async function expectNothingLeft(sites, cancelling) {
  const before = await totalOf(sites)
  await cancelling()
  await until(async () => (await sites.staged()) === 0)
  const after = await totalOf(sites)
  if (after !== before) throw new Error(`${after - before} assets were stored`)
}

async function expectNewest({ client }, { name, size }) {
  const { data } = await client.list({ per_page: 1 })
  const { attributes } = data[0]
  if (attributes.name === name && attributes.size === size) return
  throw new Error(`stored ${attributes.name} of ${attributes.size} bytes`)
}

async function expectText(page, selector, text) {
  try {
    await page.waitForSelector(`${selector}:has-text(${JSON.stringify(text)})`)
  } catch {
    throw new Error(`displays ${JSON.stringify(await page.locator(selector).allTextContents())}`)
  }
}

async function totalOf({ client }) {
  return (await client.list({ per_page: 1 })).meta.total
}
