import { expectEqual, fileNamed, openTab, search, until } from '../person.mjs'

/** The whole way by keyboard alone: in, to a file, through its details, to another view, to the trash and back. */
export async function keyboard({ report, browser, service }) {
  const { store } = service
  const { token } = await store.keys.create({ name: 'keyboard' })
  await store.upload(Buffer.from('for the keyboard'), { name: 'Keyboard.txt' })
  const tab = await openTab(browser)
  const { page } = tab
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
    })
  /** Goes on by the tab key until the focus is on something so named. */
  const tabTo = async (name) => {
    for (let step = 0; step < 60; step += 1) {
      if (name.test(await focused())) return
      await press('Tab')
    }
    throw new Error(`The tab key does not lead to ${name}.`)
  }

  const isOn = (selector) =>
    page.evaluate((file) => document.activeElement?.closest(file) != null, selector)

  await report.step('keyboard: signs in', async () => {
    await page.goto(service.url)
    await page.getByLabel('Key', { exact: true }).waitFor()
    await page.locator('input[name=key]').focus()
    await page.keyboard.type(token)
    await press('Enter')
    await page.locator('.files [data-index]').first().waitFor()
  })
  await report.step('keyboard: every control shows where the focus is', async () => {
    const unseen = []
    for (let step = 0; step < 40; step += 1) {
      await press('Tab')
      const found = await page.evaluate(() => {
        const at = document.activeElement
        if (at === null || at === document.body) return null
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
        const seen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
        return seen ? null : at.outerHTML.slice(0, 120)
      })
      if (found !== null) unseen.push(found)
    }
    if (unseen.length > 0) throw new Error([...new Set(unseen)].join('\n'))
  })
  await report.step(
    'keyboard: into the list, to a file, its details, large, and back to it',
    async () => {
      await page.locator('body').evaluate(() => document.activeElement?.blur())
      await press('ArrowDown')
      await until(() => isOn('[data-index]'))
      await press('Home')
      await until(() => isOn('[data-index="0"]'))
      await press('ArrowRight')
      await until(() => isOn('[data-index="1"]'))
      await press('Enter')
      await page.locator('aside.details').waitFor()
      await press('Escape')
      await page.locator('aside.details').waitFor({ state: 'detached' })
      await until(() => isOn('[data-index="1"]'))
      await press(' ')
      await page.locator('.details-large').waitFor()
      await press('Escape')
      await page.locator('.details-large').waitFor({ state: 'detached' })
      await press('Escape')
      await page.locator('aside.details').waitFor({ state: 'detached' })
    },
  )
  await report.step('keyboard: selects, moves to the trash, undoes', async () => {
    await page.locator('.files [data-index="0"] a').focus()
    await press('x')
    await page.getByText('1 selected').first().waitFor()
    await press('Shift+ArrowRight')
    await page.getByText('2 selected').first().waitFor()
    await press('Escape')
    await page.locator('.selection-bar').waitFor({ state: 'detached' })
    await search(page, 'Keyboard')
    await page.locator('.place-count').filter({ hasText: '1 result for “Keyboard”' }).waitFor()
    await tabTo(/Keyboard\.txt/)
    await press('#')
    await page.getByText('1 file in the trash').waitFor()
    await press('Control+z')
    await until(async () => (await store.list({ search: 'Keyboard', perPage: 1 })).total === 1)
  })
  await report.step('keyboard: dialogs hold the focus and give it back', async () => {
    await fileNamed(page, /Keyboard\.txt/).waitFor()
    await page.locator('.files [data-index="0"] a').focus()
    await until(() => isOn('[data-index="0"]'))
    await press('m')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (let step = 0; step < 12; step += 1) {
      await press('Tab')
      // Between its end and its beginning the browser itself has its turn.
      const isHeld = await dialog.evaluate(
        (element) =>
          [document.body, element].some((one) => one === document.activeElement) ||
          element.contains(document.activeElement),
      )
      expectEqual(isHeld, true)
    }
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until(() => isOn('[data-index="0"]'))
    await press('?')
    await dialog.getByText('/', { exact: true }).waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
  await report.step('keyboard: the keys of the page work wherever one has clicked', async () => {
    const clicked = {
      'a folder of the tree': '.folder-tree .folder-row',
      'a way': '.sidebar a.nav-item >> text=All files',
      'a tick': '.files .tick',
      'a button': '.top-bar [aria-label="Show as list"]',
      'a folder within': '.folder-tree .folder-row >> text=Trips',
    }
    for (const [what, selector] of Object.entries(clicked)) {
      await page.locator(selector).first().click({ force: true })
      await press('/')
      if (!(await isOn('#search')))
        throw new Error(`After a click on ${what} the key / does nothing.`)
      await press('Escape')
      await press('?')
      await page.locator('dialog[data-dialog="shortcuts"]').waitFor()
      await press('Escape')
      await page.locator('dialog[data-dialog="shortcuts"]').waitFor({ state: 'detached' })
      await press('Escape')
    }
  })
  await report.step('keyboard: the tree of folders by arrows', async () => {
    await page.getByRole('tree').locator('[tabindex="0"]').first().focus()
    for (const key of ['End', 'Home', 'ArrowDown']) {
      await press(key)
      await until(() => isOn('[role="tree"] [tabindex="0"]'))
    }
    await press('Enter')
    await until(() => new URL(page.url()).searchParams.has('folder'))
  })
  await tab.close()
}
