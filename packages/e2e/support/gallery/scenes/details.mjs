import { checkQuiet, expectEqual, openTab, until } from '../person.mjs'
import { settled, signIn } from '../place.mjs'

/** Each kind of file as it is shown; zoom, arrows, seeking; what is typed, and by two people; links to copy. */
export async function details({ report, browser, service, picture }) {
  const { store } = service
  const tab = await openTab(browser)
  const { page } = tab
  const panel = page.locator('aside.details')
  const idOf = async (name) => {
    const { assets } = await store.list({ search: name, perPage: 100 })
    return assets.find((asset) => asset.name === name)?.id
  }
  const show = async (name) => {
    await page.goto(`${service.url}?asset=${await idOf(name)}`)
    await panel.locator('.facts').waitFor()
  }
  await signIn(page, service)

  await report.step('details: a picture, large, zoomed by the wheel and moved', async () => {
    await show('Ridge 10.jpg')
    await panel.locator('img.picture-full').waitFor()
    await picture(page, 'details')
    await panel.getByRole('button', { name: 'Enlarge' }).first().click()
    await settled(page, '.details-large img.picture-full')
    const image = page.locator('.details-large img.picture-full')
    const before = await image.boundingBox()
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    await until(async () => {
      await page.mouse.wheel(0, -300)
      return (await image.boundingBox()).width > before.width * 1.2
    })
    await picture(page, 'zoom')
    await page.keyboard.press('Escape')
    await page.locator('.details-large').waitFor({ state: 'detached' })
  })
  await report.step('details: opening and closing them leaves the file where it was', async () => {
    await page.goto(`${service.url}?type=image`)
    await settled(page, '.files [data-index]')
    const scroller = page.locator('.files')
    const file = page.locator('.files [data-index="9"]')
    for (const scrolled of [0, 150]) {
      await scroller.evaluate((element, top) => {
        element.scrollTop = top
      }, scrolled)
      await settled(page, '.files [data-index]')
      const topOf = async () => Math.round((await file.boundingBox()).y)
      const before = await topOf()
      await file.locator('a').click({ position: { x: 60, y: 60 } })
      await panel.locator('.facts').waitFor()
      await settled(page, '.files [data-index]')
      if (Math.abs((await topOf()) - before) > 1) throw new Error('It has moved.')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      await settled(page, '.files [data-index]')
      expectEqual(await scroller.evaluate((element) => element.scrollTop), scrolled)
    }
    const heights = await page
      .locator('.files .tile')
      .evaluateAll((tiles) => tiles.map((tile) => tile.offsetHeight))
    const [low, high] = [Math.min(...heights), Math.max(...heights)]
    if (low < 140 || high > 236) throw new Error(`Rows are ${low} to ${high} pixels high.`)
    return `rows of ${low} to ${high} pixels`
  })
  await report.step('details: a reload shows the same files', async () => {
    const scroller = page.locator('.files')
    await scroller.evaluate((element) => {
      element.scrollTop = 400
    })
    await page.waitForTimeout(600)
    await page.reload()
    await settled(page, '.files [data-index]')
    await until(async () => (await scroller.evaluate((element) => element.scrollTop)) > 300)
    await show('Ridge 10.jpg')
  })
  await report.step('details: arrows go on to the next file and back', async () => {
    const name = panel.getByLabel('Name', { exact: true })
    const before = await name.inputValue()
    await panel.getByRole('button', { name: 'Next file' }).click()
    await until(async () => (await name.inputValue()) !== before)
    await panel.focus()
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await name.inputValue()) === before)
  })
  await report.step('details: a film and a song play, and can be sought in', async () => {
    for (const [name, element] of [
      ['Clip.webm', 'video'],
      ['Song.wav', 'audio'],
    ]) {
      await show(name)
      const media = panel.locator(element)
      await media.waitFor()
      await until(() => media.evaluate((player) => player.readyState >= 1))
      await media.evaluate((player) => {
        player.currentTime = 0.5
      })
      await until(() => media.evaluate((player) => !player.seeking && player.currentTime >= 0.4))
    }
  })
  await report.step('details: text as text, a PDF in a frame', async () => {
    await show('Notes.txt')
    await panel.locator('.preview-text pre').filter({ hasText: 'A second one.' }).waitFor()
    await show('Contract.pdf')
    await panel.locator('iframe.preview-pdf, .preview-stack').first().waitFor()
  })
  await report.step('details: name, title, description and tags are saved', async () => {
    await show('Prices.csv')
    await panel.getByLabel('Title', { exact: true }).fill('Prices of May')
    await panel.getByLabel('Name', { exact: true }).fill('Prices of May.csv')
    await panel.getByLabel('Name', { exact: true }).press('Enter')
    const tags = panel.getByPlaceholder('Add a tag')
    await tags.fill('money')
    await tags.press('Enter')
    await until(async () => {
      const id = await idOf('Prices of May.csv')
      if (id === undefined) return false
      const { title, tags: found } = await store.get(id)
      return title === 'Prices of May' && found.includes('money')
    })
    await panel.getByRole('button', { name: 'Remove the tag money' }).click()
    const id = await idOf('Prices of May.csv')
    await until(async () => (await store.get(id)).tags.length === 0)
  })
  await report.step(
    'details: what somebody else has changed meanwhile is not overwritten',
    async () => {
      await show('Notes.txt')
      const id = await idOf('Notes.txt')
      const title = panel.getByLabel('Title', { exact: true })
      await title.fill('Mine')
      await store.update(id, { title: 'Theirs' })
      await title.press('Enter')
      await panel.getByText(/Somebody else has changed/).waitFor()
      expectEqual(await title.inputValue(), 'Mine')
      expectEqual((await store.get(id)).title, 'Theirs')
      await panel.getByRole('button', { name: 'Save mine' }).click()
      await until(async () => (await store.get(id)).title === 'Mine')
    },
  )
  await report.step(
    'details: a link that opens without signing in, the URL, code and checksum',
    async () => {
      await panel
        .getByLabel('Link that opens without signing in')
        .selectOption({ label: 'for a week' })
      await panel.getByRole('button', { name: 'Create and copy' }).click()
      await page.getByText('Copied.').waitFor()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      const answer = await fetch(link)
      expectEqual(answer.status, 200)
      for (const name of ['Copy the URL', 'Copy the code', 'Copy the checksum']) {
        await panel.getByRole('button', { name, exact: true }).first().click()
      }
      await until(
        async () => (await page.evaluate(() => navigator.clipboard.readText())).length === 64,
      )
    },
  )
  await report.step('details: a favourite, and a download with its name', async () => {
    await show('Notes.txt')
    const star = panel.getByRole('button', { name: 'Favourite' })
    const before = await star.getAttribute('aria-pressed')
    await star.click()
    await until(async () => (await star.getAttribute('aria-pressed')) !== before)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download' }).click(),
    ])
    expectEqual(download.suggestedFilename(), 'Notes.txt')
  })
  await report.step(
    'details: the page says of an address without a valid id that the file is gone',
    async () => {
      await page.goto(`${service.url}?asset=none`)
      await panel.getByText('This file is not here any more.').waitFor()
    },
  )
  checkQuiet(report, 'details', {
    seen: { ...tab.seen, errors: tab.seen.errors.filter((error) => !/\b412\b/.test(error)) },
  })
  await tab.close()
}
