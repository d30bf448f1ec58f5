import { checkQuiet, expectEqual, fileNamed, openTab, search, select, until } from '../person.mjs'
import { signIn } from '../place.mjs'

/** Folders as a tree, moving by dialog and by drag, tags, favourites, search, filters and sort. */
export async function organise({ report, browser, service, picture }) {
  const { store } = service
  const tab = await openTab(browser)
  const { page } = tab
  const count = page.locator('.place-count')
  const folderNamed = async (name) =>
    (await store.folders.list()).folders.find((folder) => folder.name === name)
  const inFolder = async (id) => (await store.list({ filter: { folderId: id }, perPage: 1 })).total
  const chooseTwo = async () => {
    await select(page, /Meadow 40\.jpg/)
    await select(page, /Pass 39\.jpg/)
  }
  const moveThem = async () => {
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a folder').fill('sorted')
    await dialog.getByText('Sorted out').click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  }
  await signIn(page, service)

  await report.step('organise: a new folder, renamed', async () => {
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('Sorted')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sorted' }).waitFor()
    await page.locator('.place-header').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Sorted out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sorted out' }).waitFor()
    await picture(page, 'empty-folder')
  })
  const target = await folderNamed('Sorted out')
  await report.step('organise: two files are moved by the dialog', async () => {
    await page.getByRole('link', { name: 'All files' }).first().click()
    await page.locator('.date-line').filter({ hasText: 'today' }).waitFor()
    await chooseTwo()
    await page.waitForFunction(
      () => document.querySelectorAll('.is-selected .is-there').length === 2,
    )
    const through = page.locator('.is-selected :is(.tile-open > .icon, .face-placeholder)')
    expectEqual(await through.filter({ visible: true }).count(), 0)
    await moveThem()
    await page.getByText('2 files moved to Sorted out').waitFor()
    expectEqual(await inFolder(target.id), 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await inFolder(target.id)) === 0)
    await page.getByText('Undone').waitFor()
    expectEqual(await page.locator('.toast').count(), 1)
    await chooseTwo()
    await moveThem()
    await page.getByText('2 files moved to Sorted out').waitFor()
  })
  await report.step('organise: a file is dragged into the tree', async () => {
    const file = fileNamed(page, /Island 38\.jpg/)
    await file.scrollIntoViewIfNeeded()
    const folder = page
      .locator('.sidebar [data-folder-id]')
      .filter({ hasText: 'Sorted out' })
      .first()
    await file.dragTo(folder)
    await until(async () => (await inFolder(target.id)) === 3)
  })
  await report.step('organise: the tree leads into folders and back', async () => {
    const tree = page.getByRole('tree')
    await tree.getByText('Trips').click()
    await page.getByRole('heading', { name: 'Trips' }).waitFor()
    const year = await folderNamed('2026')
    const below = String(await inFolder(year.id))
    const row = tree.locator(`[data-folder-id="${year.parentId}"]`)
    await row.locator('.count').filter({ hasText: below }).waitFor()
    await count.filter({ hasText: `${below} with subfolders` }).waitFor()
    await page.locator('.sub-folder').filter({ hasText: '2026' }).click()
    await fileNamed(page, /Forest 37\.jpg/).waitFor()
    await picture(page, 'folder')
    await page.goBack()
    await page.getByRole('heading', { name: 'Trips' }).waitFor()
  })
  await report.step('organise: tags of several files', async () => {
    await page.getByRole('link', { name: 'All files' }).first().click()
    await chooseTwo()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    // Meadow 40 and Pass 39 have one tag each: these can be removed, and all that the page has seen added.
    const removable = page.getByRole('dialog').locator('.tag-choices label')
    expectEqual((await removable.allInnerTexts()).sort().join(), 'beach,city')
    const offered = await page.getByRole('dialog').locator('datalist option').count()
    if (offered < 4) throw new Error(`${offered} known tags are offered.`)
    const field = page.getByRole('dialog').getByPlaceholder('Add a tag').first()
    await field.fill('chosen')
    await field.press('Enter')
    await page.getByRole('dialog').getByText('chosen', { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tags of 2 files changed').waitFor()
    expectEqual((await store.list({ filter: { tags: ['chosen'] }, perPage: 1 })).total, 2)
    await page.keyboard.press('Control+z')
    await until(
      async () => (await store.list({ filter: { tags: ['chosen'] }, perPage: 1 })).total === 0,
    )
    await page.getByText('Undone').waitFor()
  })
  await report.step('organise: favourites, and back', async () => {
    await chooseTwo()
    const starred = async () => (await store.list({ filter: { isFavourite: true } })).total
    const before = await starred()
    await page.keyboard.press('f')
    await page.getByText('2 files added to favourites').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await starred()) === before)
  })
  await report.step(
    'organise: search, filter and sort are in the address, and narrow the list',
    async () => {
      await page.locator('.selection-bar').waitFor({ state: 'detached' })
      await search(page, 'ridge')
      await until(() => new URL(page.url()).searchParams.get('q') === 'ridge')
      const { total } = await store.list({ search: 'ridge', perPage: 1 })
      await count.filter({ hasText: `${total} results for “ridge”` }).waitFor()
      await page.getByRole('button', { name: 'Clear' }).first().click()
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByRole('button', { name: 'Audio' }).click()
      await picture(page, 'filter')
      await page.keyboard.press('Escape')
      const audio = (await store.list({ filter: { type: 'audio' }, perPage: 1 })).total
      await count.filter({ hasText: `${audio} file` }).waitFor()
      await page.reload()
      await count.filter({ hasText: `${audio} file` }).waitFor()
      await page.locator('.chips').getByRole('button').first().click()
      await page.getByRole('button', { name: 'Show as list' }).click()
      await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
      const { assets } = await store.list({ sort: '-size', perPage: 1 })
      await page
        .locator('.files [data-index="0"]')
        .getByRole('link', { name: assets[0].name })
        .waitFor()
      await picture(page, 'list')
    },
  )
  await report.step('organise: what has no picture says its format and its extent', async () => {
    const papers = await folderNamed('Papers')
    await page.goto(`${service.url}?folder=${papers.id}`)
    await fileNamed(page, /Contract\.pdf/)
      .getByText('PDF', { exact: true })
      .waitFor()
    await fileNamed(page, /Contract\.pdf/)
      .getByText('1 page · ')
      .waitFor()
    await page.goto(`${service.url}?type=audio`)
    await fileNamed(page, /Song\.wav/)
      .getByText('0:05 · ')
      .waitFor()
    await picture(page, 'cards')
  })
  await report.step('organise: a folder is deleted, and its files stay', async () => {
    await page.goto(`${service.url}?folder=${target.id}`)
    await page.locator('.files [data-index]').first().waitFor()
    await page.locator('.place-header').getByRole('button').click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /Keep/ }).click()
    await until(async () => (await folderNamed('Sorted out')) === undefined)
    expectEqual((await store.list({ search: 'Island 38', perPage: 1 })).total, 1)
  })
  checkQuiet(report, 'organise', {
    seen: { ...tab.seen, errors: tab.seen.errors.filter((error) => !/\b409\b/.test(error)) },
  })
  await tab.close()
}
