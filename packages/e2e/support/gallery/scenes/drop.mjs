import path from 'node:path'
import { longestTask } from '../longest-task.mjs'
import { openTab } from '../person.mjs'
import { signIn } from '../place.mjs'
import { startService } from '../service.mjs'

const FEW = 20
const MANY = 2000
/** Milliseconds: longer, and a person notices. */
const SLICE = 50
/** Times what a drop of a few files takes: so long on a machine that is too slow for a slice. */
const MORE = 6

/** Very many files dropped at once: the page answers in between, and takes no longer pauses than for a few. */
export async function drop({ report, browser, directory }) {
  const service = await startService(path.join(directory, 'drop'))
  const tab = await openTab(browser)
  const { page } = tab
  try {
    // No file is ever stored: what is measured is the page alone.
    await page.route(
      /\/api\/v1\/assets$/,
      (route) => route.request().method() === 'GET' && route.continue(),
    )
    await signIn(page, service)
    // The first drop also compiles what it runs.
    await dropped({ browser, page, count: FEW })
    const few = await dropped({ browser, page, count: FEW })
    const many = await dropped({ browser, page, count: MANY })
    report.note(`longest task, ${FEW} files: ${few.toFixed(1)} ms; ${MANY}: ${many.toFixed(1)} ms`)
    report.check(
      `${MANY} files dropped at once hold the page no longer than a slice`,
      many <= Math.max(SLICE, MORE * few),
      `${many.toFixed(1)} ms of processor time, ${few.toFixed(1)} ms for ${FEW}`,
    )
  } finally {
    await tab.close()
    await service.stop()
  }
}

/** Drops files, waits until the page lists them, and takes them away again. Returns the longest task of the drop. */
async function dropped({ browser, page, count }) {
  const data = await page.evaluateHandle((number) => {
    const transfer = new DataTransfer()
    for (let at = 0; at < number; at += 1) {
      transfer.items.add(new File([`content ${at}`], `Dropped ${at}.txt`, { type: 'text/plain' }))
    }
    return transfer
  }, count)
  const panel = page.getByRole('region', { name: 'Uploads' })
  const longest = await longestTask(browser, page, async () => {
    for (const type of ['dragover', 'drop']) {
      await page.dispatchEvent('main', type, { dataTransfer: data })
    }
    await panel.getByText(new RegExp(`of ${count.toLocaleString('en-GB')}`)).waitFor()
  })
  await panel.getByRole('button', { name: 'Cancel all' }).click()
  await panel.getByRole('button', { name: 'Clear the list' }).click()
  await panel.waitFor({ state: 'detached' })
  return longest
}
