import path from 'node:path'
import { longestTask } from '../longest-task.mjs'
import { checkQuiet, openTab } from '../person.mjs'
import { signIn } from '../place.mjs'
import { startService } from '../service.mjs'

const FEW = 20
const MANY = 2000
/** Milliseconds: longer, and a person notices. */
const SLICE = 50
/** Times what a drop of a few files takes: so long on a machine that is too slow for a slice. */
const MORE = 6
/** Other work on the machine only adds to what a task takes: the least of these counts. */
const RUNS = 3
/** The least turns that the page has while it takes in the many files, when each of them takes it a millisecond. */
const TURNS = MANY / SLICE

/** Very many files dropped at once: the page answers in between, and takes no longer pauses than for a few. */
export async function drop({ report, browser, directory }) {
  const service = await startService(path.join(directory, 'drop'))
  try {
    await slices({ report, browser, service })
    await pauses({ report, browser, service })
  } finally {
    await service.stop()
  }
}

/** By a clock that goes on with each look at it, so that the count is the same on every machine. */
async function slices({ report, browser, service }) {
  const tab = await openTab(browser)
  const { page } = tab
  await page.addInitScript(() => {
    let now = 0
    performance.now = () => ++now
  })
  await storeNothing(page)
  await signIn(page, service)
  const data = await filesOf(page, MANY)
  await page.evaluate(watchTotals)
  await dropThem(page, data, MANY)
  const totals = await page.evaluate(() => window.totals.size)
  report.check(
    `while ${MANY} files are taken in, the page has its turns`,
    totals >= TURNS,
    `${totals} counts shown, at least ${TURNS}`,
  )
  checkQuiet(report, 'drop', tab)
  await tab.close()
}

async function pauses({ report, browser, service }) {
  const tab = await openTab(browser)
  const { page } = tab
  await storeNothing(page)
  await signIn(page, service)
  // The first drop also compiles what it runs.
  await dropped({ browser, page, count: FEW })
  const few = []
  const many = []
  for (let run = 0; run < RUNS; run += 1) {
    few.push(await dropped({ browser, page, count: FEW }))
    many.push(await dropped({ browser, page, count: MANY }))
  }
  const least = Math.min(...many)
  const list = (times) => times.map((time) => time.toFixed(1)).join(', ')
  report.check(
    `${MANY} files dropped at once hold the page no longer than a slice`,
    least <= Math.max(SLICE, MORE * Math.max(...few)),
    `longest tasks: ${list(many)} ms of processor time; ${list(few)} ms for ${FEW}`,
  )
  await tab.close()
}

/** No file is ever stored: what is looked at is the page alone. */
function storeNothing(page) {
  return page.route(
    /\/api\/v1\/assets$/,
    (route) => route.request().method() === 'GET' && route.continue(),
  )
}

/** Runs in the page. Keeps each number of files that the page shows as those to upload. */
function watchTotals() {
  window.totals = new Set()
  new MutationObserver(() => {
    const found = /\bof ([\d,]+)/.exec(
      document.querySelector('[aria-label="Uploads"]')?.textContent,
    )
    if (found) window.totals.add(found[1])
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

function filesOf(page, count) {
  return page.evaluateHandle((number) => {
    const transfer = new DataTransfer()
    for (let at = 0; at < number; at += 1) {
      transfer.items.add(new File([`content ${at}`], `Dropped ${at}.txt`, { type: 'text/plain' }))
    }
    return transfer
  }, count)
}

const panelOf = (page) => page.getByRole('region', { name: 'Uploads' })

/** Until the page lists them. */
async function dropThem(page, data, count) {
  for (const type of ['dragover', 'drop']) {
    await page.dispatchEvent('main', type, { dataTransfer: data })
  }
  await panelOf(page)
    .getByText(new RegExp(`of ${count.toLocaleString('en-GB')}`))
    .waitFor()
}

/** Drops files, and takes them away again. Returns the longest task of the drop. */
async function dropped({ browser, page, count }) {
  const data = await filesOf(page, count)
  const longest = await longestTask(browser, page, () => dropThem(page, data, count))
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Cancel all' }).click()
  await panel.getByRole('button', { name: 'Clear the list' }).click()
  await panel.waitFor({ state: 'detached' })
  return longest
}
