import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectEqual, openTab, until } from '../person.mjs'
import { startService } from '../service.mjs'

/** The element in somebody else's form on another origin, which the page allows to frame it. */
export async function picker({ report, browser, directory, picture }) {
  const form = createServer()
  form.listen(0, '127.0.0.1')
  await once(form, 'listening')
  const origin = `http://localhost:${form.address().port}`
  const service = await startService(`${directory}/picker`, { page: { frameAncestors: [origin] } })
  form.on('request', (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(htmlOf(service.url))
  })
  for (const name of ['One.txt', 'Two.txt', 'Three.txt']) {
    await service.store.upload(Buffer.from(name), { name })
  }
  const { token } = await service.store.keys.create({ name: 'picker' })
  const tab = await openTab(browser)
  const { page } = tab
  try {
    await report.step('picker: the form gets what was chosen', async () => {
      await page.goto(origin)
      await page.getByRole('button', { name: 'Choose files…' }).click()
      const frame = page.frameLocator('iframe')
      await frame.getByLabel('Key', { exact: true }).fill(token)
      await frame.getByRole('button', { name: 'Sign in' }).click()
      await frame.locator('[data-index]').first().waitFor()
      for (const name of ['One.txt', 'Three.txt']) {
        await frame.locator('[data-index]').filter({ hasText: name }).click()
      }
      await picture(page, 'picker')
      await frame.getByRole('button', { name: 'Choose', exact: true }).click()
      await page.locator('iframe').waitFor({ state: 'detached' })
      const { assets } = await service.store.list({ perPage: 10 })
      const ids = ['One.txt', 'Three.txt'].map(
        (name) => assets.find((each) => each.name === name).id,
      )
      const values = await page.evaluate(() => new FormData(document.forms[0]).getAll('files'))
      expectEqual(values.sort().join(), ids.sort().join())
      expectEqual(await page.evaluate(() => window.picked), 2)
    })
    await report.step('picker: another origin may not frame the page', async () => {
      const other = `http://127.0.0.1:${form.address().port}`
      await page.goto(other)
      await page.getByRole('button', { name: 'Choose files…' }).click()
      await page.locator('iframe').waitFor()
      await until(() => tab.seen.errors.some((error) => error.includes('frame-ancestors')))
      expectEqual(await page.frameLocator('iframe').getByLabel('Key', { exact: true }).count(), 0)
    })
  } finally {
    await tab.close()
    form.closeAllConnections()
    form.close()
    await service.stop()
  }
}

function htmlOf(url) {
  return `<!doctype html><html lang="en"><title>A form</title>
<script type="module" src="${url}picker.js"></script>
<script>document.addEventListener('pick', ({ detail }) => { window.picked = detail.assets.length })</script>
<form><stowage-picker name="files" src="${url}" multiple></stowage-picker></form></html>`
}
