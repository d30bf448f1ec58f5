import { expectEqual, fileNamed, openTab, select } from '../person.mjs'
import { settled, signIn } from '../place.mjs'

const COUNT = 250
const LIST = /\/api\/v1\/folders\?/

/** Very many folders: a page of them is drawn, and a change asks for no more than what it is about. */
export async function folders({ report, browser, service, picture }) {
  const { store } = service
  const parent = await store.folders.create({ name: 'Very many' })
  for (let number = 0; number < COUNT; number += 1) {
    const name = `Inside ${String(number).padStart(3, '0')}`
    await store.folders.create({ name, parentId: parent.id })
  }
  await store.upload(Buffer.from('in there'), { name: 'In there.txt', folderId: parent.id })
  const tab = await openTab(browser)
  const { page } = tab
  const inMiddle = page.locator('.sub-folder')
  const inTree = page.locator('.folder-tree [role=treeitem]')
  await signIn(page, service, { search: `?folder=${parent.id}` })

  await report.step('folders: a page of them is drawn, and more when somebody asks', async () => {
    await inMiddle.first().waitFor()
    expectEqual(await inMiddle.count(), 100)
    await picture(page, 'folders')
    await page.locator('.sub-folders').getByRole('button').click()
    await inMiddle.nth(199).waitFor()
    await page.locator('.folder-tree').getByText('Very many').click()
    const drawn = await inTree.count()
    if (drawn > 120) throw new Error(`${drawn} folders of the tree are drawn.`)
  })
  await report.step('folders: a change asks for those that it is about', async () => {
    const lists = []
    page.on('request', (request) => LIST.test(request.url()) && lists.push(request.url()))
    await settled(page, '.files [data-index]')
    await select(page, /In there/)
    const counted = page.waitForResponse(new RegExp(`/folders/${parent.id}`))
    await page.keyboard.press('#')
    await counted
    await page.getByRole('button', { name: 'Undo' }).click()
    await fileNamed(page, /In there/).waitFor()
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('Another of many')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Another of many' }).waitFor()
    expectEqual(lists.length, 0)
  })
  await tab.close()
}
