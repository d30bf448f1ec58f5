// The pictures of a page in Chromium, from `store.pictures.attributes`: each screen fetches the size that fits it, in a
// format that the browser takes; the place has its colour before the picture is there; and what a page of pictures
// weighs, at the first visit and at the next one, beside the same page with the files themselves.
import sharp from 'sharp'
import { launchBrowser } from '../support/browser.mjs'
import { createReport } from '../support/report.mjs'
import { startPictureSite } from '../support/srcset/picture-site.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const WIDTHS = [360, 640, 1024, 1920]
const DENSITIES = [1, 2, 3]
const PICTURE = 'img'

const report = createReport('srcset: the pictures of a page in Chromium')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const browser = await launchBrowser()
  if (browser === undefined) return report.skip('the page', 'there is no Chromium here')
  try {
    const site = await startPictureSite(directory)
    try {
      await checkSizes(browser, site)
      await checkFormats(browser, site)
      await checkColour(browser, site)
      await weigh(browser, site)
    } finally {
      await site.stop()
    }
  } finally {
    await browser.close()
  }
}

async function checkSizes(browser, site) {
  for (const width of WIDTHS) {
    for (const deviceScaleFactor of DENSITIES) {
      const screen = { viewport: { width, height: 800 }, deviceScaleFactor }
      const wanted = bestFor(site.widths, site.slotOf(width), deviceScaleFactor)
      await withPage(browser, screen, async (page) => {
        await page.goto(site.one)
        const shown = await shownBy(page)
        const chosen = Number(/variant=page-(\d+)/.exec(shown.currentSrc)?.[1])
        const { width: real } = await sharp(await site.bytes(shown.currentSrc)).metadata()
        report.check(
          `${width} CSS pixels, density ${deviceScaleFactor}: ${wanted} pixels wide`,
          chosen === wanted && real === wanted && shown.isWhole,
          `${chosen}, in truth ${real}`,
        )
      })
    }
  }
}

/** The smallest that has a pixel for each of the screen; else the largest. */
function bestFor(widths, slot, density) {
  return widths.find((width) => width >= slot * density) ?? widths.at(-1)
}

async function checkFormats(browser, site) {
  for (const [accept, type] of [
    [undefined, 'image/avif'],
    ['image/webp,image/*,*/*;q=0.8', 'image/webp'],
    ['image/png,*/*;q=0.5', 'image/jpeg'],
  ]) {
    const headers = accept === undefined ? {} : { extraHTTPHeaders: { accept } }
    await withPage(browser, headers, async (page) => {
      const answered = page.waitForResponse((answer) => answer.url().includes('variant=page-'))
      await page.goto(site.one)
      const answer = await answered
      const found = answer.headers()['content-type']
      const { isWhole } = await shownBy(page)
      const who = accept === undefined ? 'Chromium as it is' : `a browser that says ${accept}`
      report.check(`${who} gets ${type}`, found === type && isWhole, found)
    })
  }
}

/** The picture is held back until the colour of its place was looked at. */
async function checkColour(browser, site) {
  await withPage(browser, {}, async (page) => {
    let release = () => {}
    const released = new Promise((resolve) => (release = resolve))
    await page.route('**/*variant=*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(site.one, { waitUntil: 'domcontentloaded' })
    const before = await page.locator(PICTURE).screenshot()
    const box = await page.locator(PICTURE).boundingBox()
    const { channels } = await sharp(before).removeAlpha().stats()
    const seen = channels.map(({ mean }) => Math.round(mean))
    const colour = site.colour.match(/[0-9a-f]{2}/g).map((part) => Number.parseInt(part, 16))
    const isThere = seen.every((value, index) => Math.abs(value - colour[index]) <= 3)
    report.check('before the picture its place has its colour', isThere, `${seen} for ${colour}`)
    release()
    await shownBy(page)
    const after = await page.locator(PICTURE).boundingBox()
    const moved = Math.abs(box.width - after.width) + Math.abs(box.height - after.height)
    const isStill = moved < 1
    report.check('and its size: nothing moves when the picture comes', isStill, `${moved} pixels`)
  })
}

async function weigh(browser, site) {
  const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 }
  const weights = {}
  for (const [name, address] of [
    ['the files themselves', site.originals],
    ['sizes', site.all],
  ]) {
    await withPage(browser, screen, async (page) => {
      const cold = await fetched(page, address)
      const warm = await fetched(page, address)
      report.note(`${site.count} pictures, ${name}: ${kib(cold)} at first, ${kib(warm)} again`)
      weights[name] = { cold, warm }
    })
  }
  const { sizes, 'the files themselves': files } = weights
  report.check('sizes weigh less than a third of the files', sizes.cold * 3 < files.cold)
  report.check('the second visit fetches no picture', sizes.warm === 0, `${sizes.warm} bytes`)
}

/** Bytes of pictures that came over the network. */
async function fetched(page, address) {
  await page.goto(address)
  await shownBy(page)
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ initiatorType }) => initiatorType === 'img')
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  )
}

/** What the first picture shows, once all are there. */
async function shownBy(page) {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  return page
    .locator(PICTURE)
    .first()
    .evaluate(({ currentSrc, naturalWidth }) => ({
      currentSrc,
      isWhole: naturalWidth > 0,
    }))
}

async function withPage(browser, options, use) {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await use(page)
  } finally {
    await context.close()
  }
}

function kib(bytes) {
  return `${Math.round(bytes / 1024)} KiB`
}
