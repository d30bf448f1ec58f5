import { expectAll, pageNames } from '../names.mjs'
import { expectEqual, openTab, select } from '../person.mjs'
import { goTo, signIn } from '../place.mjs'
import { turns } from '../ways-to-dialogs.mjs'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzabcd'
const DIGITS = '000000000000000000000000000012'
/** Times as slow as this machine is, in the full run. */
const SLOWER = 6

const filters = (page) => page.getByRole('button', { name: /^Filter/ }).click()
const details = (page) => page.locator('.files [data-index="0"] a').first().click()
const byKey = (key) => async (page) => {
  await select(page, /Typed/)
  await page.keyboard.press(key)
}
const ofAll = (key) => async (page) => {
  await page.locator('.files [data-index="0"] a').first().focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press(key)
}
const byButton = (name) => (page) => page.getByRole('button', { name, exact: true }).first().click()

const aWebhook = ({ webhook }) => `?view=webhooks&webhook=${webhook.id}`
const sinceDay = async (page) => {
  await byButton('Send events again')(page)
  await page.getByRole('dialog').getByLabel('Since').selectOption('another day')
}

/** How a person comes to each field, and what is typed there; `becomes`: what it then says, if that is other. */
const FIELDS = {
  search: {},
  'filter-min-size': { open: filters, type: DIGITS },
  'filter-max-size': { open: filters, type: DIGITS },
  // The same day whichever comes first, the day or the month.
  'filter-from': { open: filters, type: '02022026', becomes: '2026-02-02' },
  'filter-to': { open: filters, type: '02022026', becomes: '2026-02-02' },
  'filter-tag': { open: filters },
  name: { open: details },
  title: { open: details },
  // Pictures alone have one.
  alt: { at: '?q=Ridge', open: details },
  // Of a whole list: of files that are named, the tags that they have are offered.
  'tags-to-remove': { open: ofAll('t') },
  tags: { open: details },
  'folder-search': { open: byKey('m') },
  'new-folder-name': { open: byKey('m') },
  'tags-to-add': { open: byKey('t') },
  'folder-name': { at: '', open: byButton('New folder') },
  'key-name': { at: '?view=keys', open: byButton('New key') },
  'webhook-url': { at: '?view=webhooks', open: byButton('New webhook') },
  'webhook-since': { at: aWebhook, open: sinceDay, type: '02022026', becomes: '2026-02-02' },
  'sign-in-key': { at: '', open: byButton('Sign out') },
}

/** Thirty letters as fast as they can be sent, in every field, in the full run on a slow machine: all arrive, and stay. */
export async function typing({ report, browser, service, full }) {
  const { store } = service
  await store.upload(Buffer.from('typed'), { name: 'Typed.txt' })
  const { webhook } = await store.webhooks.create({ url: service.receiver.url, enabled: false })
  const { fields } = await pageNames()
  await report.step('typing: there is a way to each field', () =>
    expectAll(fields, Object.keys(FIELDS), 'Fields'),
  )
  const tab = await openTab(browser)
  const { page } = tab
  const debug = await page.context().newCDPSession(page)
  const slowDown = (rate) => debug.send('Emulation.setCPUThrottlingRate', { rate })
  await signIn(page, service, { search: '?q=Typed' })
  for (const [name, way] of Object.entries(FIELDS)) {
    const { at = '?q=Typed', open, type = LETTERS, becomes = type } = way
    await report.step(`typing: ${name} takes all letters`, async () => {
      await goTo(page, '?view=usage', '.usage')
      const search = typeof at === 'function' ? at({ webhook }) : at
      await goTo(page, search, '.files [data-index], .keys, .webhooks')
      await open?.(page)
      const field = page.locator(`[data-field="${name}"]`).first()
      await field.focus()
      await slowDown(full ? SLOWER : 1)
      if (!name.startsWith('filter')) await page.keyboard.press('Control+a')
      await page.keyboard.type(type, { delay: 0 })
      expectEqual(await field.inputValue(), becomes)
      // What the page does a moment after the last letter must not take any back.
      await page.waitForTimeout(400)
      await turns(page)
      expectEqual(await field.inputValue(), becomes)
      if (name.startsWith('tags')) await typeTags(page, field, name)
      await slowDown(1)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    })
  }
  await store.webhooks.delete(webhook.id)
  await tab.close()
}

/** Three tags without a pause between them. */
async function typeTags(page, field, name) {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`${name} one,${name} two,${name} three,`, { delay: 0 })
  const chips = page.locator('.tags-input').filter({ has: field }).locator('.tag-chip')
  const found = (await chips.allInnerTexts()).map((text) => text.trim())
  expectEqual(found.join(), ['one', 'two', 'three'].map((number) => `${name} ${number}`).join())
}
