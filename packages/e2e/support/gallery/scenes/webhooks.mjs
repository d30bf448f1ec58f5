import path from 'node:path'
import { axeFindings, checkQuiet, expectEqual, openTab, until } from '../person.mjs'
import { goTo, settled, signIn } from '../place.mjs'
import { startService } from '../service.mjs'

const HOSTILE = '<img src=x onerror="hit(1)"><script>hit(2)</script>\u001b[2J'

/** Webhooks: one is made, its secret shown once, its deliveries looked at and sent again, and it is deleted. */
export async function webhooks({ report, browser, service, picture, directory }) {
  const { store, receiver } = service
  const tab = await openTab(browser)
  const { page } = tab
  const button = (name) => page.getByRole('button', { name, exact: true })
  const menu = async (name) => {
    await button('More actions').click()
    await page.getByRole('menuitem', { name }).click()
  }
  const rows = page.locator('.data-table tbody tr')
  const only = async () => {
    const { webhooks: all } = await store.webhooks.list()
    return all.find(({ url }) => url === receiver.url)
  }
  await signIn(page, service)
  await report.step('webhooks: there are none yet', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('There are no webhooks.').waitFor()
    expectEqual(new URL(page.url()).search, '?view=webhooks')
    await picture(page, 'webhooks-none')
  })
  await report.step('webhooks: what cannot be read says so, and can be tried again', async () => {
    await page.route(/api\/v1\/webhooks/, (route) => route.fulfill({ status: 500, body: '' }))
    await goTo(page, '?view=usage', '.usage')
    await goTo(page, '?view=webhooks', '.webhooks [role="alert"]')
    await page.unrouteAll()
    await button('Try again').click()
    await page.getByText('There are no webhooks.').waitFor()
    tab.seen.errors = tab.seen.errors.filter((error) => !/\b500\b/.test(error))
  })
  let secret
  await report.step('webhooks: a refused URL is explained, and what was typed stays', async () => {
    await button('New webhook').click()
    await page.getByLabel('URL').fill('http://10.0.0.1/hook')
    await page.getByRole('radio', { name: 'Only these events' }).check()
    expectEqual(await button('Create webhook').isDisabled(), true)
    await page.getByRole('checkbox', { name: 'asset.created' }).check()
    await button('Create webhook').click()
    await page.getByRole('alert').filter({ hasText: 'Nothing is sent to this URL.' }).waitFor()
    expectEqual((await axeFindings(page)).join(), '')
    await picture(page, 'webhooks-form')
    // The browser itself notes the refusal.
    tab.seen.errors = tab.seen.errors.filter((error) => !/\b422\b/.test(error))
  })
  await report.step('webhooks: one is made, and its secret shown once', async () => {
    await page.getByLabel('URL').fill(receiver.url)
    await button('Create webhook').click()
    const shown = page.getByRole('alertdialog', { name: 'Webhook created' })
    secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
    expectEqual(/^whsec_/.test(secret), true)
    await button('I have copied it').click()
    await rows.filter({ hasText: receiver.url }).filter({ hasText: 'asset.created' }).waitFor()
    expectEqual((await page.content()).includes(secret), false)
  })
  await report.step('webhooks: a failed delivery with its answer, which is text', async () => {
    receiver.answer = { status: 500, body: HOSTILE }
    // By keyboard: the heading of what has opened has the focus.
    await page.getByRole('link', { name: receiver.url }).focus()
    await page.keyboard.press('Enter')
    await page.locator('h1:focus').filter({ hasText: receiver.url }).waitFor()
    await page.getByText('There are no such deliveries.').waitFor()
    await store.upload(Buffer.from('told of'), { name: 'Told of.txt' })
    await until(async () => (await only()).failures > 0)
    await button('Load again').click()
    const row = rows.filter({ hasText: 'asset.created' })
    await row.locator('summary').filter({ hasText: '500' }).click()
    const answer = row.getByRole('region', { name: 'Answer' })
    await answer.filter({ hasText: '<img src=x onerror="hit(1)">' }).waitFor()
    expectEqual(await answer.locator('img, script').count(), 0)
    await row.getByText('Waiting', { exact: true }).waitFor()
    await page.getByText('1 failure in a row').waitFor()
    expectEqual((await axeFindings(page)).join(), '')
    await picture(page, 'webhooks-failed')
  })
  await report.step('webhooks: it is sent again, and the page shows it arrive', async () => {
    receiver.answer = { status: 204, body: '' }
    await button('Send asset.created again').click()
    await rows.getByText('Delivered', { exact: true }).waitFor()
    await page.getByText('1 failure in a row').waitFor({ state: 'detached' })
    await page.getByLabel('State').selectOption('Given up')
    await page.getByText('There are no such deliveries.').waitFor()
    await page.getByLabel('State').selectOption('Delivered')
    await rows.filter({ hasText: '204' }).waitFor()
    await page.getByLabel('State').selectOption('All deliveries')
  })
  await report.step('webhooks: a test says what the receiver answers', async () => {
    await button('Send a test').click()
    await page.getByText('The receiver answered 204: it works.').waitFor()
    receiver.answer = { status: 404, body: HOSTILE }
    await button('Send a test').click()
    await page.getByRole('status').filter({ hasText: 'answered 404' }).waitFor()
    await page.getByRole('region', { name: 'Answer' }).filter({ hasText: '<script>' }).waitFor()
    receiver.answer = { status: 204, body: '' }
  })
  await report.step('webhooks: events of a span of time are sent again', async () => {
    const before = receiver.received.filter((type) => type === 'asset.created').length
    await button('Send events again').click()
    await page.getByRole('dialog').getByLabel('Since').selectOption('an hour ago')
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The events are sent again').waitFor()
    await until(() => receiver.received.filter((type) => type === 'asset.created').length > before)
  })
  await report.step('webhooks: off and on, and another secret', async () => {
    await menu('Turn off')
    await page.getByText('This webhook is off.').waitFor()
    expectEqual((await only()).state, 'disabled')
    expectEqual((await axeFindings(page)).join(), '')
    await button('Turn on').click()
    await page.getByText('This webhook is off.').waitFor({ state: 'detached' })
    expectEqual((await only()).state, 'enabled')
    await menu('New secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    const shown = page.getByRole('alertdialog', { name: 'New secret created' })
    const next = await shown.getByLabel('Secret', { exact: true }).inputValue()
    expectEqual(/^whsec_/.test(next) && next !== secret, true)
    await button('I have copied it').click()
  })
  await report.step('webhooks: another selection of events', async () => {
    await menu('Edit webhook')
    await page.getByRole('checkbox', { name: 'asset.purged' }).check()
    await button('Save').click()
    await page.getByText('Webhook changed').waitFor()
    expectEqual((await only()).types.join(), 'asset.created,asset.purged')
    await page.getByText('asset.created, asset.purged').waitFor()
  })
  await report.step('webhooks: deleted after a question, by the address that is open', async () => {
    await page.reload()
    await settled(page, '.webhooks .view-header')
    await menu('Delete webhook')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no webhooks.').waitFor()
    expectEqual(await only(), undefined)
    await page.goBack()
    await page.getByRole('link', { name: 'Webhooks' }).first().waitFor()
  })
  expectEqual(tab.seen.hits.join(), '')
  checkQuiet(report, 'webhooks', tab)
  await tab.close()
  await report.step('webhooks: not for who may not manage them', () =>
    checkAbsent(browser, service, { permissions: ['read', 'write', 'delete'] }),
  )
  await report.step('webhooks: not where none are sent', async () => {
    const without = await startService(path.join(directory, 'no-webhooks'), { webhooks: undefined })
    await checkAbsent(browser, without).finally(() => without.stop())
  })
}

async function checkAbsent(browser, service, options) {
  const tab = await openTab(browser)
  const { page } = tab
  const asked = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/webhooks')) asked.push(request.url())
  })
  await signIn(page, service, options)
  await page.getByRole('link', { name: 'Usage' }).waitFor()
  expectEqual(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await goTo(page, '?view=webhooks', '.webhooks')
  await page.getByText('This service sends no webhooks, or').waitFor()
  expectEqual(asked.join(), '')
  await tab.close()
}
