import path from 'node:path'
import { StowageError } from '@stowage/core'
import { sharpVariants } from '@stowage/sharp'
import { checkQuiet, expectEqual, fileNamed, openTab, until } from '../person.mjs'
import { landscape } from '../pictures.mjs'
import { signIn } from '../place.mjs'
import { startService } from '../service.mjs'

/** Pictures that a job makes after the upload: the page shows them come, without being loaded again. */
export async function background({ report, browser, directory, picture }) {
  const { processor, gate } = gatedProcessor()
  const service = await startService(path.join(directory, 'background'), {
    variants: { processor, when: 'background' },
  })
  const tab = await openTab(browser)
  const { page } = tab
  let box
  try {
    await signIn(page, service)
    await page.evaluate(() => {
      window.wasLoadedOnce = true
    })
    await report.step('background: a picture is listed while it is still being made', async () => {
      gate.close()
      await uploadFile(page, 'Slow.jpg', await landscape(1))
      await page.getByText('1 file uploaded').waitFor()
      await fileNamed(page, /Slow\.jpg/).waitFor()
      expectEqual((await service.store.list()).assets[0].variants.length, 0)
      expectEqual(await shownWidth(page, /Slow\.jpg/), 0)
      box = await fileNamed(page, /Slow\.jpg/).boundingBox()
      await picture(page, 'background-before')
    })
    await report.step('background: and appears once it is made', async () => {
      gate.open()
      await until(async () => (await shownWidth(page, /Slow\.jpg/)) > 0)
      // Nothing has moved: its place had the shape of the picture before.
      const after = await fileNamed(page, /Slow\.jpg/).boundingBox()
      expectEqual(JSON.stringify(after), JSON.stringify(box))
      await picture(page, 'background-after')
    })
    await report.step('background: so does one for which the service was too busy', async () => {
      gate.refuse()
      await uploadFile(page, 'Late.jpg', await landscape(2))
      // What the page can show of a picture that did not come.
      await fileNamed(page, /Late\.jpg/)
        .locator('.face-card')
        .waitFor()
      gate.open()
      await until(async () => (await shownWidth(page, /Late\.jpg/)) > 0)
    })
    expectEqual(await page.evaluate(() => window.wasLoadedOnce), true)
    // The browser itself notes that the service was busy.
    tab.seen.errors = tab.seen.errors.filter((error) => !/\b503\b/.test(error))
    checkQuiet(report, 'background', tab)
  } finally {
    gate.open()
    await tab.close()
    await service.stop()
  }
}

/** A processor that waits, or is too busy, until it is let go. */
function gatedProcessor() {
  const real = sharpVariants()
  let isBusy = false
  let opened = Promise.resolve()
  let open = () => {}
  const processor = {
    ...real,
    async make(source, names, options) {
      if (isBusy) throw new StowageError('unavailable', 'Too many pictures wait.')
      await opened
      return real.make(source, names, options)
    },
  }
  const gate = {
    open() {
      isBusy = false
      open()
    },
    close() {
      opened = new Promise((resolve) => {
        open = resolve
      })
    },
    refuse() {
      isBusy = true
    },
  }
  return { processor, gate }
}

async function uploadFile(page, name, buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('.top-bar').getByRole('button', { name: 'Upload', exact: true }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer })
}

/** Pixels of the picture that a tile shows; 0 while there is none. */
function shownWidth(page, name) {
  return fileNamed(page, name)
    .first()
    .evaluate((tile) => tile.querySelector('img.face-picture.is-there')?.naturalWidth ?? 0)
}
