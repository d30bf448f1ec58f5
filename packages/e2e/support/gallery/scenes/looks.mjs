import { axeFindings, checkQuiet, DESKTOP, openTab, PHONE, until } from '../person.mjs'
import { goTo, settled, signIn } from '../place.mjs'

const SIZES = {
  desktop: { size: DESKTOP },
  phone: { size: PHONE, touch: true },
}

/** Every view, wide and narrow, light and dark: nothing that axe calls serious, nothing wider than the screen, nothing too small to touch. */
export async function looks({ report, browser, service, picture }) {
  const { store } = service
  const { assets } = await store.list({ perPage: 100 })
  const named = (name) => assets.find((asset) => asset.name.endsWith(name))?.id
  await store.trash(
    assets
      .filter(({ name }) => /^(?:Pass|Meadow)/.test(name))
      .map(({ id }) => id)
      .slice(0, 3),
  )
  const hook = await failedWebhook(service)
  const views = {
    grid: ['', '.files .tile'],
    list: ['?layout=list', '.files .row'],
    favourites: ['?view=favourites', 'h1:text-is("Favourites")'],
    trash: ['?view=trash', 'h1:text-is("Trash")'],
    usage: ['?view=usage', '.usage .figure'],
    keys: ['?view=keys', '.keys table, .keys li'],
    webhooks: ['?view=webhooks', '.webhooks .data-table'],
    webhook: [`?view=webhooks&webhook=${hook}`, '.webhook-answer'],
    nothing: ['?q=nothing-is-named-so', '.files-none'],
    picture: [`?asset=${named('Forest 37.jpg')}`, 'aside.details img.picture-full'],
    song: [`?asset=${named('.wav')}`, 'aside.details audio'],
    text: [`?asset=${named('.txt')}`, 'aside.details .preview-text'],
  }
  await Promise.all(Object.entries(SIZES).map(look))

  async function look([name, options]) {
    const tab = await openTab(browser, options)
    const { page } = tab
    const check = (view) => checkLooks({ report, page, picture, name, view })
    await page.goto(service.url)
    await settled(page, 'input[name=key]')
    await check('sign-in')
    await signIn(page, service)
    for (const [view, [search, shown]] of Object.entries(views)) {
      await goTo(page, search, shown)
      await check(view)
    }
    checkQuiet(report, name, tab)
    await tab.close()
  }
}

/** A webhook that is off, with a delivery that has failed. */
async function failedWebhook({ store, receiver }) {
  receiver.answer = { status: 500, body: 'It is broken.' }
  const { webhook } = await store.webhooks.create({ url: receiver.url, filter: { type: 'other' } })
  await store.upload(Buffer.from([0, 1, 2, 3]), { name: 'Told of.bin' })
  await until(async () => (await store.webhooks.get(webhook.id)).failures > 0)
  await store.webhooks.update(webhook.id, { enabled: false })
  return webhook.id
}

/** The same document in both colours, so in the dark there is only the contrast left to look at. */
async function checkLooks({ report, page, picture, name, view }) {
  for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]]) {
    await page.emulateMedia({ colorScheme })
    await settled(page, 'body')
    const findings = await axeFindings(page, rules)
    const what = `${name}-${colorScheme}, ${view}`
    report.check(`${what}: axe finds nothing serious`, findings.length === 0, findings.join('; '))
    await picture(page, `${name}-${colorScheme}-${view}`)
  }
  const { width, scroll, small } = await page.evaluate(measure)
  const what = `${name}, ${view}`
  if (scroll > width) report.check(`${what}: fits the screen`, false, `${scroll} of ${width} px`)
  if (small.length > 0) report.check(`${what}: can be touched`, false, small.join('; '))
}

/** Runs in the page. What a finger must hit has at least 40 px, or for what is within a line 24. */
function measure() {
  const root = document.documentElement
  const isTouch = matchMedia('(pointer: coarse)').matches
  const small = []
  if (isTouch) {
    for (const element of document.querySelectorAll('button, [role=button], select, input')) {
      const { width, height } = element.getBoundingClientRect()
      const { visibility } = getComputedStyle(element)
      if (
        width === 0 ||
        visibility === 'hidden' ||
        element.closest('.tile, .row, label, .chip, .toasts, .tags-input')
      )
        continue
      if (element.type === 'checkbox' || element.type === 'radio') continue
      if (height < 40 || width < 40) {
        small.push(
          `${element.getAttribute('aria-label') ?? element.textContent.slice(0, 20)} ${Math.round(width)} × ${Math.round(height)}`,
        )
      }
    }
  }
  return { width: root.clientWidth, scroll: root.scrollWidth, small: [...new Set(small)] }
}
