import path from 'node:path'
import { expectEqual, fileNamed, openTab, until } from '../person.mjs'
import { settled, signIn } from '../place.mjs'
import { ALL, startService } from '../service.mjs'

const THUMBNAIL = /variant=thumbnail/
const USAGE = /\/api\/v1\/usage/

/** Ways in and out: the key of the address, a key that is typed, one that may only read, an expired one, no service. */
export async function arrive({ report, browser, service, directory, picture }) {
  const { store } = service
  const first = await openTab(browser)
  const { page } = first
  const files = page.locator('.files [data-index]').first()

  await report.step('arrive: the key of the address leaves it at once', async () => {
    await signIn(page, service)
    expectEqual(page.url(), service.url)
    await page.reload()
    await files.waitFor()
    return 'and a reload stays signed in'
  })
  await report.step('arrive: signing out, a wrong key, and the right one', async () => {
    const { token } = await store.keys.create({ name: 'typed' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Key', { exact: true }).fill('stw_wrong')
    await picture(page, 'sign-in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: /key/i }).waitFor()
    await page.getByLabel('Key', { exact: true }).fill(token)
    await page.keyboard.press('Enter')
    await files.waitFor()
  })
  await report.step('arrive: a key that ends meanwhile keeps what was typed', async () => {
    const { key, token } = await store.keys.create({ name: 'ends' })
    await page.goto('about:blank')
    await page.goto(`${service.url}#key=${token}`)
    await page.locator('.files [data-index] a').first().click()
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Typed before the key ended')
    await store.keys.revoke(key.id)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    const { token: next } = await store.keys.create({ name: 'next' })
    await page.getByRole('alertdialog').getByLabel('Key', { exact: true }).fill(next)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expectEqual(await title.inputValue(), 'Typed before the key ended')
    await until(async () => {
      const { assets } = await store.list({ search: 'Typed before', perPage: 5 })
      return assets.length === 1
    })
    return 'and saves it'
  })
  await report.step('arrive: a lost connection says so, and ends by itself', async () => {
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Favourites' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /connection|reached/i })
      .waitFor()
    await page.context().setOffline(false)
    await page
      .getByRole('status')
      .filter({ hasText: /connection/i })
      .waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Favourites' }).waitFor()
    await files.waitFor()
  })
  await first.close()

  await arriveCutOff({ report, browser, service })
  await arriveSlowly({ report, browser, service })
  await arriveByLink({ report, browser, directory: path.join(directory, 'app') })

  const reader = await openTab(browser)
  await report.step('arrive: who may only read is offered nothing else', async () => {
    await signIn(reader.page, service, { permissions: ['read'] })
    await reader.page.locator('.files [data-index] a').first().click()
    await reader.page.locator('aside.details .facts').waitFor()
    for (const name of ['Upload', 'Favourite', 'New folder', 'New key']) {
      const found = await reader.page.getByRole('button', { name, exact: true }).count()
      if (found > 0) throw new Error(`There is a button ${name}.`)
    }
    expectEqual(await reader.page.getByRole('link', { name: 'Keys' }).count(), 0)
    expectEqual(await reader.page.getByLabel('Name', { exact: true }).isEditable(), false)
  })
  await reader.close()

  const german = await openTab(browser, { locale: 'de-AT' })
  await report.step('arrive: in German for those whose browser asks for it', async () => {
    await signIn(german.page, service)
    await german.page.getByRole('link', { name: 'Alle Dateien' }).first().waitFor()
    expectEqual(await german.page.locator('html').getAttribute('lang'), 'de-AT')
    await picture(german.page, 'german')
  })
  await german.close()
}

/** Pictures that could not be loaded, because the connection was lost or the service failed for a moment. */
async function arriveCutOff({ report, browser, service }) {
  const { page, close } = await openTab(browser)
  let isCutOff = true
  await page.route(THUMBNAIL, (route) => (isCutOff ? route.abort() : route.continue()))
  for (const layout of ['grid', 'list']) {
    await report.step(`arrive: pictures that failed come by themselves (${layout})`, async () => {
      isCutOff = true
      const failed = page.waitForEvent('requestfailed', (request) => THUMBNAIL.test(request.url()))
      if (layout === 'grid') await signIn(page, service, { search: '?type=image' })
      else await page.goto(`${service.url}?type=image&layout=list`)
      await failed
      await settled(page, '.files [data-index] a')
      expectEqual(await page.evaluate(picturesInSight), 0)
      isCutOff = false
      await page.waitForFunction(picturesInSight)
      return `${await page.evaluate(picturesInSight)} pictures`
    })
  }
  await close()
}

/** Runs in the page. */
function picturesInSight() {
  const pictures = [...document.querySelectorAll('.files [data-index] img')]
  return pictures.filter(({ naturalWidth }) => naturalWidth > 0).length
}

/** What happens while the service has not answered yet about the key of the address. */
async function arriveSlowly({ report, browser, service }) {
  const { page, seen, close } = await openTab(browser)
  const files = page.locator('.files [data-index]').first()
  const keys = () => page.evaluate(() => Object.values({ ...sessionStorage }))
  const held = []
  let isHeld = true
  await page.route(USAGE, (route) => (isHeld ? held.push(route) : route.continue()))
  /** Goes there, and loads the page anew once it has asked about its key, which was not answered. */
  const reloadBeforeAnswer = async (address) => {
    isHeld = true
    // The page of before may ask too, so it is left first.
    await page.goto('about:blank')
    const asked = page.waitForRequest(USAGE)
    await page.goto(address)
    await asked
    expectEqual(page.url(), service.url)
    // What the page asks the person must not come while it is still being loaded.
    await page.reload()
    isHeld = false
    for (const route of held.splice(0)) await route.continue().catch(() => undefined)
    await files.waitFor()
  }
  await report.step('arrive: a reload before the service answers keeps the key', async () => {
    const address = await service.signIn()
    await reloadBeforeAnswer(address)
    expectEqual((await keys()).join(), new URL(address).hash.slice('#key='.length))
  })
  await report.step('arrive: a key that is refused leaves the one that there was', async () => {
    const before = (await keys()).join()
    await reloadBeforeAnswer(`${service.url}#key=stw_wrong`)
    await until(async () => (await keys()).join() === before)
    expectEqual(seen.dialogs.length, 1)
    return 'and the person is asked first'
  })
  await close()
}

/** A link with a key of somebody else's, opened by whoever is signed in by a cookie of the app that mounts the page. */
async function arriveByLink({ report, browser, directory }) {
  const service = await startService(directory, { authenticate: byCookie })
  const { store, url, origin } = service
  const { token } = await store
    .for({ tenant: 'stranger' })
    .keys.create({ name: 'link', permissions: ALL })
  await store
    .for({ tenant: 'stranger' })
    .upload(Buffer.from('of a stranger'), { name: 'Of a stranger.txt' })
  await store.upload(Buffer.from('of Ann'), { name: 'Of Ann.txt' })
  const open = async (says, cookies) => {
    const tab = await openTab(browser, { says })
    if (cookies)
      await tab.page.context().addCookies([{ name: 'session', value: 'ann', url: origin }])
    await tab.page.goto(`${url}#key=${token}`)
    return tab
  }
  const shows = async ({ page }, owner) => {
    await fileNamed(page, `Of ${owner}.txt`).waitFor()
    expectEqual(await page.locator('.files [data-index]').count(), 1)
  }
  try {
    for (const [says, owner] of Object.entries({ no: 'Ann', yes: 'a stranger' })) {
      await report.step(
        `arrive: signed in by the app, "${says}" to the key of a link`,
        async () => {
          const tab = await open(says, true)
          await until(() => tab.seen.dialogs.length === 1)
          await shows(tab, owner)
          await tab.page.reload()
          await shows(tab, owner)
          expectEqual(tab.seen.dialogs.length, 1)
          await tab.close()
        },
      )
    }
    await report.step('arrive: whoever is not signed in is not asked', async () => {
      const tab = await open('no', false)
      await shows(tab, 'a stranger')
      expectEqual(tab.seen.dialogs.length, 0)
      await tab.close()
    })
  } finally {
    await service.stop()
  }
}

async function byCookie({ headers }, store) {
  const [, token] = /^Bearer (.*)$/.exec(headers.authorization ?? '') ?? []
  if (token !== undefined) return store.keys.verify(token)
  if (headers.cookie !== 'session=ann') return null
  return { kind: 'external', id: 'ann', tenant: 'default', permissions: ALL, ambient: true }
}
