import { checkQuiet, expectEqual, openTab, until } from '../person.mjs'
import { signIn } from '../place.mjs'

/** How much is used, and the keys: made, shown once, revoked. */
export async function admin({ report, browser, service, picture }) {
  const { store } = service
  const tab = await openTab(browser)
  const { page } = tab
  await signIn(page, service, { search: '?view=usage' })
  await report.step('usage: as many files as there are', async () => {
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    const { total } = await store.list({ perPage: 1 })
    await page
      .getByText(new RegExp(`\\b${total}\\b`))
      .first()
      .waitFor()
    await page.getByText('including thumbnails').waitFor()
    await picture(page, 'usage')
  })
  await report.step('keys: one is made, shown once, and works', async () => {
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('What is it for?').fill('Backup script')
    await page.getByRole('checkbox', { name: /^Write|^Upload|write/i }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('alertdialog', { name: 'Key Backup script created' })
    const token = await shown.getByLabel('Key', { exact: true }).inputValue()
    await checkToast(page, shown)
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    expectEqual(await page.getByText(token).count(), 0)
    const answer = await fetch(`${service.url}api/v1/assets`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expectEqual(answer.status, 200)
    await picture(page, 'keys')
  })
  await report.step('keys: one is revoked after a question', async () => {
    await page.getByRole('button', { name: 'Revoke Backup script' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key Backup script revoked').waitFor()
    await until(async () => {
      const key = (await store.keys.list()).find(({ name }) => name === 'Backup script')
      return key?.revokedAt !== null
    })
  })
  checkQuiet(report, 'usage and keys', tab)
  await tab.close()
}

/** What is said while a dialog is open is heard, and is reached by pointer and keyboard: it is within the dialog. */
async function checkToast(page, dialog) {
  const copied = dialog.locator('[aria-live="polite"] li').filter({ hasText: 'Copied.' })
  await until(async () => {
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    return copied.isVisible()
  })
  // It stays as long as the pointer is on it.
  await copied.hover()
  await until(async () => {
    await page.keyboard.press('Tab')
    return copied.locator(':focus').isVisible()
  })
  await page.keyboard.press('Enter')
  await copied.waitFor({ state: 'detached' })
}
