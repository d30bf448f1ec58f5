import { HOSTILE_DATA, hostileFiles } from '../hostile.mjs'
import { openTab } from '../person.mjs'
import { goTo, settled, signIn } from '../place.mjs'

/** Names, contents and own data that would run a script in a careless page: each is looked at, downloaded and changed. */
export async function hostile({ report, browser, service }) {
  const { store } = service
  const files = hostileFiles()
  const folder = await store.folders.create({ name: '<img src=x onerror=hit(1)>' })
  for (const { name, content } of files) {
    await store.upload(content, { name, folderId: folder.id, ...HOSTILE_DATA })
  }
  const tab = await openTab(browser)
  const { page, seen } = tab
  try {
    await report.step('hostile files: the list and each file', async () => {
      await signIn(page, service)
      for (const layout of ['grid', 'list']) {
        await page.goto(`${service.url}?folder=${folder.id}&layout=${layout}`)
        await settled(page, '[data-index] a')
      }
      const { assets } = await store.list({ filter: { folderId: folder.id }, perPage: 100 })
      for (const { id } of assets) {
        await goTo(page, `?folder=${folder.id}&asset=${id}`, 'aside.details .facts')
        const raw = page.locator('aside.details .raw-facts').filter({ hasText: id })
        await raw.evaluate((fold) => {
          fold.open = true
        })
        await raw.getByText(id).first().waitFor()
        await settled(page, 'aside.details .preview')
      }
      return `${assets.length} files`
    })
    await report.step(
      'hostile files: bulk tags, folders and a search show them as text',
      async () => {
        await goTo(
          page,
          `?q=${encodeURIComponent('<img src=x onerror=hit(1)>')}`,
          '.files .tile, .files .row',
        )
      },
    )
    const quiet = ({ hits, violations, dialogs, offSite }) =>
      [...hits, ...violations, ...dialogs, ...offSite].length === 0
    report.check('hostile files: no script ran, no dialog opened', quiet(seen), describe(seen))
  } finally {
    await tab.close()
  }
}

function describe({ hits, violations, dialogs, offSite }) {
  return JSON.stringify({ hits, violations: violations.slice(0, 5), dialogs, offSite })
}
