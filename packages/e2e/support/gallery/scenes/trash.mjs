import { checkQuiet, expectEqual, fileNamed, openTab, select, until } from '../person.mjs'
import { settled, signIn } from '../place.mjs'

/** To the trash and back, by hand, by undo and by query; for good only after a question. */
export async function trash({ report, browser, service, picture }) {
  const { store } = service
  for (const number of [1, 2, 3, 4, 5]) {
    await store.upload(Buffer.from(`throw away ${number}`), { name: `Away ${number}.txt` })
  }
  const tab = await openTab(browser)
  const { page } = tab
  const trashed = async () => (await store.list({ trashed: true, perPage: 1 })).total
  await signIn(page, service, { search: '?q=Away' })
  await fileNamed(page, /Away 1/).waitFor()
  const before = await trashed()

  await report.step('trash: two files, and undo', async () => {
    await select(page, /Away 1/)
    await select(page, /Away 2/)
    await picture(page, 'selection')
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await page.getByText('2 files in the trash').waitFor()
    await fileNamed(page, /Away 1/).waitFor({ state: 'detached' })
    expectEqual(await trashed(), before + 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await fileNamed(page, /Away 1/).waitFor()
    expectEqual(await trashed(), before)
  })
  await report.step('trash: all that a search finds, by query', async () => {
    await page.locator('.files [data-index] a').first().focus()
    await page.keyboard.press('Control+a')
    await page.getByText('5 selected').first().waitFor()
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await until(async () => (await trashed()) === before + 5)
    await page
      .getByText(/Nothing found|No files/i)
      .first()
      .waitFor()
  })
  await report.step('trash: restored from there', async () => {
    await page.goto(`${service.url}?view=trash`)
    await fileNamed(page, /Away 1/).waitFor()
    await picture(page, 'trash')
    await select(page, /Away 1/)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('1 file restored').waitFor()
    await fileNamed(page, /Away 1/).waitFor({ state: 'detached' })
    expectEqual(await trashed(), before + 4)
  })
  await report.step('trash: deleted for good after one question that names the count', async () => {
    await select(page, /Away 2/)
    await select(page, /Away 3/)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 files for good?' })
    await question.getByText('This cannot be undone.').waitFor()
    await picture(page, 'purge')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expectEqual(await trashed(), before + 4)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('2 files deleted for good').waitFor()
    expectEqual(await trashed(), before + 2)
  })
  await looksLikeItself({ report, page, service, picture })
  await undoGoes({ report, page, service })
  await emptyTrash({ report, page, service, picture, trashed })
  checkQuiet(report, 'trash', tab)
  await tab.close()
}

/** A picture of the trash is seen as far as its placeholder shows it, and says its name once. */
async function looksLikeItself({ report, page, service: { store, url }, picture }) {
  await report.step('trash: a picture shows its placeholder, and its name once', async () => {
    const { assets } = await store.list({ search: 'Ridge 10', perPage: 1 })
    const [{ id, name }] = assets
    // Its placeholder is made with its thumbnail, which somebody has to look at first.
    await page.goto(`${url}?q=${encodeURIComponent(name)}`)
    await page.locator('.face-picture.is-there').first().waitFor()
    await store.trash([id])
    await page.goto(`${url}?view=trash&type=image`)
    const file = page.locator('.files .tile').filter({ hasText: name })
    await file.locator('.face-placeholder').waitFor()
    await picture(page, 'trash-pictures')
    expectEqual((await file.textContent()).split(name).length - 1, 1)
    await store.restore(id)
  })
}

/** What is gone for good, or was restored by hand, cannot be undone any more. */
async function undoGoes({ report, page, service }) {
  const undo = page.getByRole('button', { name: 'Undo' })
  await report.step('trash: undo goes with what it would undo', async () => {
    await page.goto(`${service.url}?q=Away`)
    await select(page, /Away 1/)
    await page.keyboard.press('#')
    await undo.waitFor()
    await page.getByRole('link', { name: 'Trash' }).first().click()
    await select(page, /Away 1/)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    const question = page.locator('dialog[data-dialog="purge"]')
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('1 file deleted for good').waitFor()
    expectEqual(await undo.count(), 0)
  })
}

/** All of the trash goes, whatever the list shows of it: by ids, after a question, and not when it is cancelled. */
async function emptyTrash({ report, page, service, picture, trashed }) {
  const count = await trashed()
  const start = page.getByRole('button', { name: 'Empty the trash' })
  const question = page.getByRole('alertdialog', {
    name: `Empty the trash and delete ${count} files for good?`,
  })
  const confirm = question.getByRole('button', { name: 'Empty the trash' })
  const permanent = /\/api\/v1\/assets\/bulk-permanent/
  await report.step('trash: emptying asks first, and can be cancelled while it runs', async () => {
    await page.goto(`${service.url}?view=trash&q=${encodeURIComponent('Away 4')}`)
    await settled(page, '.files [data-index]')
    await start.click()
    await question.getByText('This cannot be undone.').waitFor()
    await picture(page, 'empty-trash')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    // The service is slow, so the page shows how far it is.
    await page.route(permanent, () => undefined)
    await start.click()
    await confirm.click()
    const progress = page.getByRole('alertdialog', { name: 'Deleting for good…' })
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await progress.waitFor({ state: 'detached' })
    await page.unroute(permanent)
    await fileNamed(page, /Away 4/).waitFor()
    expectEqual(await trashed(), count)
  })
  await report.step('trash: emptied of all, by their ids', async () => {
    const asked = page.waitForRequest(permanent)
    await start.click()
    await confirm.click()
    expectEqual('filter' in (await asked).postDataJSON(), false)
    await page.getByText(`${count} files deleted for good`).waitFor()
    expectEqual(await trashed(), 0)
    await start.waitFor({ state: 'detached' })
    return `${count} files`
  })
}
