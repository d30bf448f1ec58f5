import path from 'node:path'
import { fillMany } from '../library.mjs'
import { openTab, PHONE } from '../person.mjs'
import { startService } from '../service.mjs'
import { interactionTimes, processorTime, watchBlank, watchFirst } from '../watch.mjs'

/** Milliseconds. On a machine with other work all of them grow, so the limits are only those of a page that is broken. */
const LIMITS = { content: 10_000, click: 2000, blank: 5000 }

/** How fast the page is with very many files; how long it shows nothing while one scrolls. */
export async function figures({ report, browser, directory, full }) {
  const files = full ? 100_000 : 2000
  const service = await startService(path.join(directory, 'many'))
  try {
    const start = performance.now()
    await fillMany(service.store, files)
    report.note(`${files} files stored in ${seconds(performance.now() - start)} s`)
    const url = await service.signIn()
    await measure({ report, browser, url, what: `desktop, ${files} files` })
    if (!full) return
    const phone = { size: PHONE, touch: true }
    await measure({ report, browser, url, what: `phone, ${files} files`, options: phone })
  } finally {
    await service.stop()
  }
}

async function measure({ report, browser, url, what, options }) {
  const tab = await openTab(browser, options)
  const { page } = tab
  const within = (name, value, limit) =>
    report.check(`${what}: ${name}`, value <= limit, `${Math.round(value)} ms`)
  try {
    const first = []
    for (let visit = 0; visit < 3; visit += 1) {
      await watchFirst(page)
      await page.goto('about:blank')
      await page.goto(url)
      await page.waitForFunction(() => window.firstPicture !== undefined)
      first.push(await page.evaluate(() => [window.firstFile, window.firstPicture]))
    }
    const [warmFile, warmPicture] = first.at(-1)
    within('first content, nothing in the cache', first[0][0], LIMITS.content)
    within('first content, at the third visit', warmFile, LIMITS.content)
    report.note(`first picture: ${Math.round(first[0][1])} ms, then ${Math.round(warmPicture)} ms`)
    const { result: times, took } = await processorTime(page, () =>
      interactionTimes(page, () => workThrough(page)),
    )
    report.note(
      `processor time of the page for each click or key: ${Math.round(took / times.length)} ms`,
    )
    const sorted = times.sort((one, other) => one.took - other.took)
    const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))].took
    const slowest = sorted.slice(-3).map(({ what, took }) => `${what} ${Math.round(took)} ms`)
    report.note(
      `median ${Math.round(sorted[sorted.length >> 1].took)} ms, slowest ${slowest.join(', ')}`,
    )
    within(`interaction, p95 of ${sorted.length}`, p95, LIMITS.click)
    const blank = await watchBlank(page, () => scrollAbout(page))
    within('longest time without files in sight', blank.nothing, LIMITS.blank)
    within('longest time with places that wait for their files', blank.waiting, LIMITS.blank)
    if (options?.touch) return
    await page.locator('.time-rail').hover()
    await page.locator('.time-mark').first().waitFor()
  } finally {
    await tab.close()
  }
}

/** Opens and closes files, goes on with the keyboard, selects, and turns to the list and back. */
async function workThrough(page) {
  const files = page.locator('.files [data-index]')
  for (const index of [0, 1, 2]) {
    await files.locator('a').nth(index).click()
    await page.locator('aside.details').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(150)
    await page.keyboard.press('Escape')
    await page.locator('aside.details').waitFor({ state: 'detached' })
  }
  await files.locator('a').first().focus()
  for (const key of [
    'ArrowRight',
    'ArrowDown',
    'ArrowDown',
    'PageDown',
    'PageDown',
    'End',
    'Home',
  ]) {
    await page.keyboard.press(key)
    await page.waitForTimeout(150)
  }
  for (const index of [0, 2, 3]) await files.getByRole('checkbox').nth(index).click({ force: true })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(300)
}

/** By the wheel, slowly and fast, and by jumps as with the bar at the side. */
async function scrollAbout(page) {
  const scroller = page.locator('.files')
  const { x, y, width, height } = await scroller.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  const wheel = (step, times) =>
    scroller.evaluate(
      async (element, [by, count]) => {
        for (let time = 0; time < count; time += 1) {
          element.scrollBy(0, by)
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
      },
      [step, times],
    )
  await wheel(120, 25)
  await wheel(900, 25)
  for (const share of [0.5, 0.9, 0.1, 0.7, 1, 0]) {
    await scroller.evaluate((element, part) => {
      element.scrollTop = part * (element.scrollHeight - element.clientHeight)
    }, share)
    await page.waitForTimeout(300)
    await page.waitForFunction(() => !document.querySelector('.files :is(.tile-empty, .row-empty)'))
  }
  await wheel(-400, 10)
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1)
}
