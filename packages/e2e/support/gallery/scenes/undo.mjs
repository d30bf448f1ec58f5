import { checkQuiet, expectEqual, openTab, select } from '../person.mjs'
import { settled, signIn } from '../place.mjs'

/** An undo goes with what it would undo; where the page cannot know that, it says so in its own words. */
export async function undo({ report, browser, service, picture }) {
  const tab = await openTab(browser)
  await signIn(tab.page, service)
  await afterEmptying({ report, service, page: tab.page })
  checkQuiet(report, 'undo', tab)
  await afterDeletionElsewhere({ report, service, tab, picture })
  await tab.close()
}

/** No click and no key sends what could only fail. */
async function afterEmptying({ report, service, page }) {
  await report.step('undo: it goes when the trash is emptied', async () => {
    await trashOne(page, service, 'Undo 1.txt')
    const restored = requestsTo(page, 'bulk-restore')
    await page.getByRole('link', { name: 'Trash' }).first().click()
    await page.getByRole('button', { name: 'Empty the trash' }).click()
    const question = page.locator('dialog[data-dialog="empty-trash"]')
    await question.getByRole('button', { name: 'Empty the trash' }).click()
    await page.getByText('file deleted for good').waitFor()
    expectEqual(await undoOf(page).count(), 0)
    await page.keyboard.press('Control+z')
    // Answered after what the key had sent.
    await page.getByRole('link', { name: 'All files' }).first().click()
    await settled(page, '.files [data-index]')
    expectEqual(restored.length, 0)
  })
}

/** Another tab, or an app, has deleted the file for good meanwhile. */
async function afterDeletionElsewhere({ report, service, tab, picture }) {
  const { page, seen } = tab
  await report.step('undo: of what was deleted elsewhere, the page says so', async () => {
    const id = await trashOne(page, service, 'Undo 2.txt')
    const restored = requestsTo(page, 'bulk-restore')
    await service.store.purge([id])
    await undoOf(page).click()
    const toast = page.locator('.toast-error > span')
    await toast.waitFor()
    await picture(page, 'undo-of-deleted')
    const said = 'Some of this is no longer here. It may be in the trash.'
    expectEqual(await toast.textContent(), said)
    expectEqual(await undoOf(page).count(), 0)
    await page.keyboard.press('Control+z')
    await page.getByRole('link', { name: 'Trash' }).first().click()
    await page.locator('.files-none').waitFor()
    expectEqual(restored.length, 1)
  })
  // The browser tells of the refusal that the page could not foresee.
  const refused = seen.errors.filter((error) => /\b404\b/.test(error))
  report.check('undo: one request was refused', refused.length === 1, seen.errors.join('; '))
}

const undoOf = (page) => page.getByRole('button', { name: 'Undo' })

/** A new file, moved to the trash on the page. Returns its id. */
async function trashOne(page, { store, url }, name) {
  const { id } = await store.upload(Buffer.from(`undo ${name}`), { name })
  await page.goto(`${url}?q=${encodeURIComponent(name)}`)
  await select(page, name)
  await page.keyboard.press('#')
  // The pointer keeps the offer from going after its ten seconds.
  await undoOf(page).hover()
  return id
}

/** Kept up to date: the requests of the page whose path ends so. */
function requestsTo(page, end) {
  const requests = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(end)) requests.push(request)
  })
  return requests
}
