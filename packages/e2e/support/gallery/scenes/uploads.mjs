import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tone } from '../documents.mjs'
import { axeFindings, expectEqual, fileNamed, openTab, PHONE, until } from '../person.mjs'
import { landscape } from '../pictures.mjs'
import { signIn } from '../place.mjs'

const MEBIBYTE = 1024 ** 2

/** Files by the button, by dropping, by pasting, as whole folders; cancelled, refused, and tried again. */
export async function uploads({ report, browser, service, directory, picture }) {
  const { store } = service
  const files = await writeFiles(path.join(directory, 'to-upload'))
  const tab = await openTab(browser)
  const { page } = tab
  const panel = page.getByRole('region', { name: 'Uploads' })
  const button = (name) => page.getByRole('button', { name, exact: true })
  const choose = async (paths, open = () => button('Upload').click()) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()])
    await chooser.setFiles(paths)
  }
  const stored = async (name) =>
    (await store.list({ perPage: 100 })).assets.find((asset) => asset.name === name)

  await signIn(page, service)

  await report.step('uploads: files by the button, and they appear in the list', async () => {
    await choose([files.photo, files.song])
    await panel.getByText('2 files uploaded').waitFor()
    await fileNamed(page, /Song of today/).waitFor()
    await panel.getByRole('link', { name: 'Photo of today.jpg' }).click()
    const name = page.locator('aside.details').getByLabel('Name', { exact: true })
    await until(async () => (await name.inputValue()) === 'Photo of today.jpg')
    await page.keyboard.press('Escape')
  })
  await report.step('uploads: a whole folder, with those in it', async () => {
    await button('More ways to upload').click()
    await choose(files.folder, () =>
      page.getByRole('menuitem', { name: 'Choose a folder' }).click(),
    )
    await page.getByText('1 system file left out').waitFor()
    await panel.getByText('4 files uploaded').waitFor()
    const { folders } = await store.folders.list()
    const year = folders.find(({ path: names }) => names.join('/') === 'Album/Summer')
    expectEqual((await stored('b.txt')).folderId, year?.id)
  })
  await report.step('uploads: dropped files go where the page says', async () => {
    const { folders } = await store.folders.list()
    const papers = folders.find(({ name }) => name === 'Papers')
    await page.goto(`${service.url}?folder=${papers.id}`)
    await page.getByRole('heading', { name: 'Papers' }).waitFor()
    const drag = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['dropped'], 'Dropped.txt'))
      return data
    })
    // A browser says it again and again, and the page may not know the folder yet.
    await until(async () => {
      await page.dispatchEvent('main', 'dragover', { dataTransfer: drag })
      return page.getByText('Drop to upload into Papers').isVisible()
    })
    await picture(page, 'drop')
    await page.dispatchEvent('main', 'drop', { dataTransfer: drag })
    await panel.getByText('1 file uploaded').waitFor()
    expectEqual((await stored('Dropped.txt')).folderId, papers.id)
    await page.locator('.drop-zone').waitFor({ state: 'detached' })
  })
  await report.step(
    'uploads: an empty folder never says that it has 0 files meanwhile',
    async () => {
      const { id } = await store.folders.create({ name: 'Filled at once' })
      await page.goto(`${service.url}?folder=${id}`)
      const count = page.locator('.place-count')
      await count.filter({ hasText: '0 files' }).waitFor()
      await page.evaluate(() => {
        const count = document.querySelector('.place-count')
        window.counts = []
        new MutationObserver(() => window.counts.push(count.textContent)).observe(count, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      })
      const pace = await paceOf(page)
      await pace(MEBIBYTE)
      await choose(files.large, () => button('Upload').first().click())
      await page.getByRole('heading', { name: 'Your files are on their way' }).waitFor()
      await picture(page, 'on-their-way')
      await pace(-1)
      await count.filter({ hasText: '1 file' }).waitFor()
      const counts = await page.evaluate(() => window.counts)
      expectEqual(counts.filter((text) => text.includes('0 files')).length, 0)
      const { assets } = await store.list({ filter: { folderId: id }, perPage: 1 })
      await store.trash(assets.map((asset) => asset.id))
      await store.purge(assets.map((asset) => asset.id))
      await button('Clear the list').click()
    },
  )
  await report.step('uploads: a pasted picture', async () => {
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['pasted'], 'image.png'))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
      document.body.dispatchEvent(event)
    })
    await panel.getByRole('link', { name: /^Pasted picture .*\.png$/ }).waitFor()
  })
  await report.step('uploads: says why about a file that it refuses', async () => {
    await choose(files.tooLarge)
    await panel.getByText(/larger than/).waitFor()
    await panel.getByText(/1 file not uploaded/).waitFor()
    await button('Clear the list').click()
    await panel.waitFor({ state: 'detached' })
  })
  await report.step('uploads: shows progress, cancels one, and leaves nothing of it', async () => {
    const pace = await paceOf(page)
    await pace(MEBIBYTE / 8)
    await choose(files.large)
    await panel.getByText(/\/s · .* left/).waitFor()
    await picture(page, 'uploading')
    await button('Cancel Large.bin').click()
    await panel.getByText('Cancelled').first().waitFor()
    await pace(-1)
    expectEqual(await stored('Large.bin'), undefined)
    await button('Try Large.bin again').click()
    await panel.getByText('1 file uploaded').waitFor()
    await until(async () => (await stored('Large.bin')) !== undefined)
  })
  await report.step(
    'uploads: pauses a large file, and goes on after the connection was lost',
    async () => {
      await button('Clear the list').click()
      const pace = await paceOf(page)
      await pace(MEBIBYTE)
      await choose(files.film)
      await button('Pause Film.bin').click()
      await panel.getByText('Paused').first().waitFor()
      expectEqual((await axeFindings(page)).join(), '')
      await picture(page, 'paused')
      await button('Continue Film.bin').click()
      await button('Pause Film.bin').waitFor()
      await pace(0, { offline: true })
      await page
        .getByText(/cannot be reached/)
        .first()
        .waitFor()
      expectEqual((await axeFindings(page)).join(), '')
      await pace(-1)
      await panel.getByText('1 file uploaded').waitFor()
      const { id } = await stored('Film.bin')
      expectEqual((await store.get(id)).sha256, await sha256Of(files.film))
      const { uploads: unfinished } = await store.uploads.list()
      expectEqual(unfinished.filter(({ status }) => status === 'receiving').length, 0)
    },
  )
  await report.step('uploads: go on by themselves when the connection is back', async () => {
    await page.context().setOffline(true)
    await choose(files.late)
    await page
      .getByText(/cannot be reached/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await until(async () => (await stored('Late.txt')) !== undefined)
  })
  await tab.close()

  const phone = await openTab(browser, { size: PHONE, touch: true })
  await report.step('uploads: a phone offers its camera', async () => {
    await signIn(phone.page, service)
    await phone.page.getByRole('button', { name: 'Upload', exact: true }).tap()
    const [chooser] = await Promise.all([
      phone.page.waitForEvent('filechooser'),
      phone.page.getByRole('button', { name: 'Take a photo' }).tap(),
    ])
    expectEqual(await chooser.element().getAttribute('capture'), 'environment')
    await chooser.setFiles(files.photo)
    await phone.page.getByText('1 file uploaded').first().waitFor()
    await picture(phone.page, 'phone-uploads')
  })
  await phone.close()
}

async function writeFiles(directory) {
  const folder = path.join(directory, 'Album')
  await mkdir(path.join(folder, 'Summer'), { recursive: true })
  const write = async (name, content) => {
    const file = path.join(directory, name)
    await writeFile(file, content)
    return file
  }
  await write('Album/a.txt', 'a')
  await write('Album/Summer/b.txt', 'b')
  await write('Album/.DS_Store', 'of a system')
  return {
    folder,
    photo: await write('Photo of today.jpg', await landscape(77)),
    song: await write('Song of today.wav', tone(1)),
    large: await write('Large.bin', Buffer.alloc(6 * MEBIBYTE, 'a')),
    film: await write(
      'Film.bin',
      Buffer.from(Array.from({ length: 10 * 1024 }, (_, n) => String(n).padStart(1024)).join('')),
    ),
    tooLarge: await write('Too large.bin', Buffer.alloc(17 * MEBIBYTE, 'b')),
    late: await write('Late.txt', 'later'),
  }
}

async function sha256Of(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** Limits how many bytes a second the page can send. */
async function paceOf(page) {
  const session = await page.context().newCDPSession(page)
  return (uploadThroughput, { offline = false } = {}) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}
