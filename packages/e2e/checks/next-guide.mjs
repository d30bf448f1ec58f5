// The guide to avatars and a gallery in Next.js, followed as it says: `create-next-app` with its defaults, the files and
// the line of the guide, a build; then a person signs in, uploads, sees the pictures and deletes the account, in Chromium.
//
//   node next-guide.mjs           with a version of Next.js that stays the same
//   node next-guide.mjs --newest  with the newest one of the guide
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { blocksOf } from '../../tooling/guide-blocks.mjs'
import { freePort } from '../../tooling/ports.mjs'
import { launchBrowser } from '../support/browser.mjs'
import { startApp } from '../support/fetch-apps/running-app.mjs'
import { mockedFonts } from '../support/next-guide/mocked-fonts.mjs'
import { neededTarballs } from '../support/packaging/needed-tarballs.mjs'
import { packPublic } from '../support/packaging/pack-public.mjs'
import { sh } from '../support/packaging/shell.mjs'
import { giveSqliteBinding } from '../support/packaging/sqlite-binding.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const GUIDE = new URL('../../../docs/guides/next-avatars.md', import.meta.url)
const PINNED = 'create-next-app@16.4.3'

const { values } = parseArgs({ options: { newest: { type: 'boolean', default: false } } })
const report = createReport('next-guide: avatars and a gallery in Next.js, from the guide alone')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const browser = await launchBrowser()
  if (browser === undefined) return report.skip('the guide', 'there is no Chromium here')
  const app = path.join(directory, 'profiles')
  const blocks = blocksOf(await readFile(GUIDE, 'utf8'))
  const counted = counts(blocks)
  report.note(`${counted.lines} lines in ${counted.files} files`)
  try {
    await report.step('a new app, with the packages of the guide', () =>
      create(directory, app, blocks),
    )
    await report.step('the files of the guide, and a build', () => build(app, blocks))
    const port = await freePort()
    const origin = `http://localhost:${port}`
    // As `npm start`, but without a process in between, which would leave the server behind.
    const next = path.join(app, 'node_modules/next/dist/bin/next')
    const command = [process.execPath, next, 'start', '--port', String(port)]
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
    const running = await startApp(origin, command, { cwd: app, env })
    try {
      await person(browser, { origin, app, directory })
    } finally {
      await running.stop()
    }
  } finally {
    await browser.close()
  }
}

/** What a reader copies. */
function counts(blocks) {
  const files = blocks.filter(({ file }) => file !== null)
  const lines = files.flatMap(({ code }) => code.split('\n').slice(1)).filter((line) => line.trim())
  return { files: files.length, lines: lines.length }
}

async function create(directory, app, blocks) {
  const [{ code: commands }] = blocks
  const [said, newest] =
    /^npx --yes (create-next-app@\d+) profiles --ts --app --yes$/m.exec(commands) ?? []
  if (said === undefined) throw new Error('The guide no longer begins with create-next-app')
  const generator = values.newest ? newest : PINNED
  const defaults = ['--yes', '--skip-install', '--disable-git', '--use-npm']
  await sh(directory, 'npx', '--yes', generator, 'profiles', '--ts', '--app', ...defaults)

  const { tarballs } = await packPublic(directory)
  const [, names] = /^npm install (.+)$/m.exec(commands)
  const files = neededTarballs(names.split(' '), tarballs).map((name) => tarballs.get(name).file)
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  await sh(app, 'npm', 'install', ...quietly, ...files)
  await giveSqliteBinding(app)
  return generator
}

async function build(app, blocks) {
  for (const { file, code } of blocks) {
    if (file === null) continue
    await mkdir(path.dirname(path.join(app, file)), { recursive: true })
    await writeFile(path.join(app, file), code)
  }
  const [, line] = blocks.flatMap(({ code }) => /^\+(\s+experimental: .*\n)/m.exec(code) ?? [])
  const config = path.join(app, 'next.config.ts')
  const before = await readFile(config, 'utf8')
  const after = before.replace(/(: NextConfig = \{\n)/, `$1${line}`)
  if (after === before) throw new Error(`No nextConfig in ${before}`)
  await writeFile(config, after)
  const fonts = await mockedFonts(app)
  const quiet = ['NEXT_TELEMETRY_DISABLED=1', `NEXT_FONT_GOOGLE_MOCKED_RESPONSES=${fonts}`]
  await sh(app, 'env', ...quiet, 'npm', 'run', 'build')
}

async function person(browser, { origin, app, directory }) {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(120_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const photos = await photosIn(directory)

  await page.goto(origin)
  await page.getByPlaceholder('Your name').fill('ann')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Avatar').setInputFiles(photos[0])
  await page.getByLabel('Pictures').setInputFiles(photos.slice(1))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction((count) => document.images.length === count, photos.length)
  const shown = await shownIn(page)
  const isWhole = shown.every(
    ({ width, src }, index) =>
      width > 0 && src.includes(`variant=${index === 0 ? 'avatar' : 'pictures'}-`),
  )
  report.check(
    'the avatar and the pictures are shown, each in a size',
    isWhole,
    JSON.stringify(shown),
  )

  await page.getByLabel('Avatar').setInputFiles(photos[1])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction((old) => document.images[0]?.currentSrc !== old, shown[0].src)
  const replaced = await shownIn(page)
  const gone = (await fetch(shown[0].src)).status
  report.check('a new avatar takes the place of the first, which is gone', gone === 404, gone)
  report.check('the pictures stay', replaced.length === photos.length)
  report.check('a field without a file is no refusal', page.url() === `${origin}/`, page.url())

  await page.getByLabel('Pictures').setInputFiles(photos[0])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForFunction((count) => document.images.length === count, photos.length + 1)
  const [kept] = await shownIn(page)
  report.check('nor does it change what was there', kept.src === replaced[0].src, kept.src)
  replaced.push(...(await shownIn(page)).slice(photos.length))

  const text = path.join(directory, 'letter.jpg')
  await writeFile(text, 'No picture, whatever its name says.')
  const half = path.join(directory, 'half.jpg')
  await writeFile(half, (await readFile(photos[0])).subarray(0, 100_000))
  for (const refused of [text, half]) {
    await page.goto(origin)
    await page.getByLabel('Avatar').setInputFiles(refused)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('damaged or no picture').waitFor()
    const left = (await shownIn(page)).map(({ src }) => src)
    const isKept = left.join() === replaced.map(({ src }) => src).join()
    const name = path.basename(refused)
    report.check(`${name} is refused, the page says so, and the avatar stays`, isKept, left.join())
  }

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByPlaceholder('Your name').waitFor()
  const statuses = await Promise.all(replaced.map(async ({ src }) => (await fetch(src)).status))
  const areGone = statuses.every((status) => status === 404)
  report.check('with the account its files are gone', areGone, statuses.join())
  const left = await filesLeft(path.join(app, 'media/blobs'))
  report.check('nor does a refused file stay on the disk', left.length === 0, left.join())
  report.check('no error in the page', errors.length === 0, errors.join('; '))
  const there = await readdir(path.join(app, 'media'))
  report.check('the store is in the folder of the guide', there.includes('stowage.db'))
}

/** The files that are there once those that were purged are deleted. */
async function filesLeft(folder) {
  for (let tries = 0; ; tries += 1) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    if (files.length === 0 || tries === 300) return files
    await setTimeout(100)
  }
}

async function photosIn(directory) {
  const names = ['avatar.jpg', 'pier.jpg', 'sea.jpg'].map((name) => path.join(directory, name))
  for (const [index, name] of names.entries()) {
    const noise = { type: 'gaussian', mean: 90 + index * 30, sigma: 30 }
    // Larger than the 1 MB that a server action takes without the line of the guide.
    await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#000', noise } })
      .jpeg({ quality: 95 })
      .toFile(name)
  }
  return names
}

async function shownIn(page) {
  for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded()
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  return page
    .locator('img')
    .evaluateAll((images) =>
      images.map((img) => ({ src: img.currentSrc, width: img.naturalWidth })),
    )
}
