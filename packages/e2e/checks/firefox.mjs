// The page of `@stowage/gallery` in Firefox: that it works there as it does in Chromium, where `gallery.mjs` looks at
// everything. Upload, pictures, search, the dialogs that ask, letters typed fast, the trash.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { launchFirefox } from '../support/firefox/launch-firefox.mjs'
import { until } from '../support/gallery/person.mjs'
import { startService } from '../support/gallery/service.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzabcd'
const FILES = '.files [data-index]'

/** Dialogs that would change something, and how a person comes to them. */
const DIALOGS = {
  'new-folder': { at: '', open: (page) => press(page, 'New folder') },
  move: { at: '?q=Away', open: (page) => tick(page, 0).then(() => page.keyboard.press('m')) },
  tags: { at: '?q=Away', open: (page) => tick(page, 0).then(() => page.keyboard.press('t')) },
  'revoke-key': {
    at: '?view=keys',
    open: (page) => page.locator('[aria-label^="Revoke"]').click(),
  },
}

const report = createReport('firefox: the page in Firefox')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const browser = await launchFirefox()
  if (browser === undefined) return report.skip('the page', 'there is no Firefox here')
  report.note(await browser.version())
  const service = await startService(path.join(directory, 'library'))
  try {
    await store(service)
    const seen = { errors: [], writes: [] }
    const page = await openPage(browser, seen)
    await page.goto(await service.signIn())
    await page.waitForSelector(FILES)
    await checkFiles({ page, service, directory })
    await checkDialogs({ page, service, seen })
    await checkTyping({ page, service })
    await checkTrash({ page, service })
    const wrong = seen.errors.filter((text) => !/\b401\b/.test(text))
    report.check('no error and no violation of the policy', wrong.length === 0, wrong.join('; '))
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** What is in the library before anyone comes. */
async function store({ store: library }) {
  for (const number of [1, 2, 3]) {
    await library.upload(Buffer.from(`away ${number}`), { name: `Away ${number}.txt` })
  }
}

async function openPage(browser, { errors, writes }) {
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  // Nothing is late because the machine does other work as well.
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) writes.push(request.url())
  })
  return page
}

/** Presses a button by its name, below `inside`; again where the page drew it anew meanwhile. */
async function press(page, name, inside = '') {
  for (let attempt = 1; ; attempt += 1) {
    const found = await page.waitForFunction(findButton, {}, name, inside)
    try {
      return await found.click()
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

/** Runs in the page. */
function findButton(name, inside) {
  return [...document.querySelectorAll(`${inside} button`)].find(
    (button) =>
      (button.ariaLabel ?? button.textContent).trim() === name && button.checkVisibility(),
  )
}

/** A place of the page, loaded anew. */
async function visit(page, { url }, search, shown) {
  await page.goto(`${url}${search}`)
  await page.waitForSelector(shown)
}

async function tick(page, index) {
  const file = await page.waitForSelector(`.files [data-index="${index}"]`)
  await file.hover()
  await (await file.waitForSelector('[role="checkbox"], input[type="checkbox"]')).click()
}

async function checkFiles({ page, service, directory }) {
  await report.step('uploads what is chosen, and shows its picture', async () => {
    const folder = path.join(directory, 'chosen')
    await mkdir(folder)
    const file = path.join(folder, 'Teal.png')
    const create = { width: 640, height: 480, channels: 3, background: 'teal' }
    await writeFile(file, await sharp({ create }).png().toBuffer())
    const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, 'Upload')])
    await chooser.accept([file])
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.files img')].some(
        ({ complete, naturalWidth }) => complete && naturalWidth > 1,
      ),
    )
    const { assets } = await service.store.list({ filter: { type: 'image' } })
    if (assets[0]?.name !== 'Teal.png') throw new Error(`stored: ${assets[0]?.name}`)
  })
  await report.step('finds by what is typed', async () => {
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.matches('input[type="search"]'))
    await page.keyboard.type('Away', { delay: 0 })
    await page.waitForFunction((files) => document.querySelectorAll(files).length === 3, {}, FILES)
  })
}

async function checkDialogs({ page, service, seen }) {
  for (const [name, { at, open }] of Object.entries(DIALOGS)) {
    await report.step(`${name}: the cross, Escape and Cancel send nothing`, async () => {
      const dialog = `dialog[data-dialog="${name}"]`
      for (const exit of ['cross', 'escape', 'cancel']) {
        await visit(page, service, at, `${FILES}, .keys`)
        await open(page)
        await page.waitForSelector(dialog)
        seen.writes.length = 0
        if (exit === 'escape') await page.keyboard.press('Escape')
        else await press(page, exit === 'cross' ? 'Close' : 'Cancel', dialog)
        await page.waitForSelector(dialog, { hidden: true })
        if (seen.writes.length > 0) throw new Error(`${exit} has sent ${seen.writes}`)
      }
    })
  }
}

async function checkTyping({ page, service }) {
  const fields = {
    search: { at: '?q=Away' },
    'folder-name': { at: '', open: () => press(page, 'New folder') },
    title: { at: '?q=Away', open: () => page.click('.files [data-index="0"] a') },
    'tags-to-add': {
      at: '?q=Away',
      open: () => tick(page, 0).then(() => page.keyboard.press('t')),
    },
  }
  for (const [name, { at, open }] of Object.entries(fields)) {
    await report.step(`${name} takes all letters, however fast they come`, async () => {
      await visit(page, service, at, FILES)
      await open?.()
      const field = await page.waitForSelector(`[data-field="${name}"]`)
      await field.focus()
      await field.evaluate((input) => input.select())
      await page.keyboard.type(LETTERS, { delay: 0 })
      await new Promise((resolve) => setTimeout(resolve, 400))
      const found = await field.evaluate((input) => input.value)
      if (found !== LETTERS) throw new Error(`the field says ${found}`)
    })
  }
}

async function checkTrash({ page, service }) {
  await report.step('puts a file in the trash, and restores it from there', async () => {
    const inTrash = (count) =>
      until(async () => (await service.store.list({ trashed: true })).total === count)
    await visit(page, service, '?q=Away', FILES)
    await tick(page, 0)
    await press(page, 'Trash')
    await inTrash(1)
    await visit(page, service, '?view=trash', FILES)
    await tick(page, 0)
    await press(page, 'Restore')
    await inTrash(0)
  })
}
