import { expectAll, pageNames } from '../names.mjs'
import { openTab } from '../person.mjs'
import { settled } from '../place.mjs'
import { ALL } from '../service.mjs'
import { SCREENS, turns, WAYS } from '../ways-to-dialogs.mjs'

/** Every dialog, left by its cross, by Escape, by its button and by a click beside it: nothing is sent. */
export async function dialogs({ report, browser, service, picture }) {
  const { store } = service
  const folder = await store.folders.create({ name: 'Of dialogs' })
  for (const number of [1, 2, 3]) {
    const inside = number === 3 && { folderId: folder.id }
    const { id } = await store.upload(Buffer.from(`dialog ${number}`), {
      name: `Dialog ${number}.txt`,
      ...inside,
    })
    if (number === 2) await store.trash([id])
  }
  const { webhook } = await store.webhooks.create({ url: service.receiver.url, enabled: false })
  const { dialogs: names } = await pageNames()
  await report.step('dialogs: there is a way to each', () =>
    expectAll(names, Object.keys(WAYS), 'Dialogs'),
  )
  for (const [screen, options] of Object.entries(SCREENS)) {
    const ways = Object.entries(WAYS).filter(([, { phone }]) => (screen === 'phone') === !!phone)
    const tab = await openTab(browser, options)
    for (const [name, way] of ways) {
      await report.step(`dialogs: ${name} sends nothing when it is left`, () =>
        leaveEachWay({ ...tab, service, folder, webhook, name, way, picture }),
      )
    }
    await tab.close()
  }
  await store.webhooks.delete(webhook.id)
}

async function leaveEachWay({ page, service, folder, webhook, name, way, picture }) {
  const { at, before, open, cancel, isHeld = false } = way
  const dialog = page.locator(`dialog[data-dialog="${name}"]`)
  const sent = []
  const note = (request) => {
    if (!['GET', 'HEAD'].includes(request.method()))
      sent.push(`${request.method()} ${request.url()}`)
  }
  const { store } = service
  const search = typeof at === 'function' ? at({ folder: folder.id, webhook: webhook.id }) : at
  await page.goto('about:blank')
  const { key, token } = await store.keys.create({ name: `for ${name}`, permissions: ALL })
  if (before !== undefined) await before(page)
  await page.goto(`${service.url}${search}#key=${token}`)
  await settled(page, '.files [data-index], .keys, .webhooks .view-header')
  const left = []
  for (const [exit, leave] of Object.entries(exitsOf(dialog, page, cancel))) {
    if (!(await dialog.isVisible())) await open(page, { store, key })
    await dialog.waitFor()
    await turns(page)
    if (left.length === 0) await picture(page, `dialog-${name}`)
    const isQuestion = (await dialog.getAttribute('role')) === 'alertdialog'
    page.on('request', note)
    const isThere = await leave()
    await turns(page)
    page.off('request', note)
    if (sent.length > 0) throw new Error(`${exit} of ${name} has sent ${sent}.`)
    if (!isThere) continue
    left.push(exit)
    // A question is not answered by a click that went beside it.
    const stays = isHeld || (isQuestion && exit === 'backdrop')
    if (stays !== (await dialog.isVisible())) throw new Error(`${exit}: open ${!stays}`)
    if (isHeld) continue
    if (stays) await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  }
  // First away from the page: a request that a route has held would be sent once nothing holds it.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return left.join(', ')
}

/** Each resolves with whether the dialog has such a way out. */
function exitsOf(dialog, page, cancel) {
  const click = async (button) => {
    if ((await button.count()) === 0) return false
    await button.click()
    return true
  }
  return {
    cross: () => click(dialog.locator('header').getByRole('button', { name: 'Close' })),
    escape: () => page.keyboard.press('Escape').then(() => true),
    ...(cancel && {
      [cancel]: () => click(dialog.getByRole('button', { name: cancel, exact: true })),
    }),
    backdrop: () => page.mouse.click(3, 3).then(() => true),
  }
}
