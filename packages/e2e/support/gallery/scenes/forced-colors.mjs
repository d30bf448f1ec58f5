import sharp from 'sharp'
import { checkQuiet, openTab, PHONE } from '../person.mjs'
import { goTo, signIn } from '../place.mjs'

/** Attributes and classes that say that something is selected, on, or open. */
const STATES = {
  '[aria-checked="true"]': ['aria-checked', 'false'],
  '[aria-pressed="true"]': ['aria-pressed', 'false'],
  '[aria-current="page"]': ['aria-current', 'false'],
  '[data-selected]': ['data-selected', null],
  '.row.is-open': ['class', 'row'],
}
/** Of the pixels of an element, those that must differ. A tick fills about a fifth of the field around it. */
const SHARE = 0.05

/** In forced colours, where all backgrounds are the same, each state of each view still looks other than its opposite. */
export async function forcedColors({ report, browser, service, picture }) {
  const desktop = await openTab(browser)
  const phone = await openTab(browser, { size: PHONE, touch: true })
  for (const { page } of [desktop, phone]) {
    await page.emulateMedia({ forcedColors: 'active' })
    await signIn(page, service)
  }
  const { page } = desktop
  const seen = new Set()
  const check = (view, tab = desktop) =>
    checkStates({ report, picture, page: tab.page, view, seen })

  await tickFirst(page)
  await check('grid')
  await page.keyboard.press('Escape')
  await page.locator('.folder-tree').getByText('Papers').click()
  await page.locator('.folder-tree [data-selected]').first().waitFor()
  await check('folder')
  await goTo(page, '?layout=list', '.files .row')
  await tickFirst(page)
  await check('list')
  await page.keyboard.press('Escape')
  await page.locator('.files [data-index="0"] a').first().click()
  await page.locator('aside.details').waitFor()
  await check('list, with a file open')
  await goTo(page, '?type=image', '.files [data-index]')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.locator('.choice[aria-pressed="true"]').waitFor()
  await check('filters')
  await check('phone', phone)
  const never = Object.keys(STATES).filter((state) => !seen.has(state))
  report.check('forced colours: every state was seen', never.length === 0, never.join())
  for (const tab of [desktop, phone]) {
    checkQuiet(report, 'forced colours', tab)
    await tab.close()
  }
}

async function tickFirst(page) {
  const file = page.locator('.files [data-index="0"]')
  await file.hover()
  await file.getByRole('checkbox').click()
}

async function checkStates({ report, picture, page, view, seen }) {
  await picture(page, `forced-colours-${view}`)
  for (const [state, [attribute, opposite]] of Object.entries(STATES)) {
    for (const element of await page.locator(state).filter({ visible: true }).all()) {
      seen.add(state)
      const share = await changeOf(element, attribute, opposite)
      const what = `forced colours, ${view}: ${state} can be seen`
      report.check(what, share >= SHARE, `${(share * 100).toFixed(1)} % of its pixels differ`)
    }
  }
}

/** The share of an element's pixels that look otherwise without its state. The page gets its state back. */
async function changeOf(element, attribute, opposite) {
  const handle = await element.elementHandle()
  const set = (value) =>
    handle.evaluate(
      (node, [name, to]) => {
        const before = node.getAttribute(name)
        if (to === null) node.removeAttribute(name)
        else node.setAttribute(name, to)
        return before
      },
      [attribute, value],
    )
  const look = async () => {
    const taken = await handle.screenshot({ animations: 'disabled' })
    return sharp(taken).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  }
  const on = await look()
  const before = await set(opposite)
  const off = await look()
  await set(before)
  const { width, height, channels } = on.info
  if (on.data.length !== off.data.length) return 1
  let changed = 0
  for (let at = 0; at < on.data.length; at += channels) {
    const differs = [0, 1, 2].some((of) => Math.abs(on.data[at + of] - off.data[at + of]) > 64)
    if (differs) changed += 1
  }
  return changed / (width * height)
}
