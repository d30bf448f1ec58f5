import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bundledPage } from '../bundled-page.mjs'

/** Which page of the guide each uploader runs on, and the file that begins it. */
const PAGES = {
  fetch: ['upload', 'page.js'],
  xhr: ['upload', 'page.js'],
  client: ['upload', 'page.js'],
  react: [null, 'upload-button.jsx'],
  uppy: ['upload', 'uppy.js'],
  filepond: ['filepond', 'filepond.js'],
  dropzone: ['dropzone', 'dropzone.js'],
}

/** A page can wait for a ticket before its script goes on. */
const READY = "document.documentElement.dataset.ready = ''\n"

/**
 * Writes the scripts of the guide to `directory`, and to its `public` the pages that they make: one for each uploader.
 * `media` is the text of `media.js`, which tells them where the API is; `action` is where the plain form is posted to.
 */
export async function buildPages(directory, files, { media, action }) {
  const target = path.join(directory, 'public')
  await mkdir(target, { recursive: true })
  const write = (name, text) => writeFile(path.join(directory, name), text)
  for (const [name, code] of files) {
    if (/^[\w-]+\.jsx?$/.test(name)) await write(name, code)
  }
  await write('media.js', media)
  for (const [name, [page, entry]] of Object.entries(PAGES)) {
    const script = files.get(entry).replace("'./xhr.js'", `'./${name}.js'`)
    const start = entry === 'page.js' ? `page-${name}.js` : entry
    await write(start, `${script}\n${READY}`)
    const markup = page === null ? '' : markupOf(files.get(`public/${page}.html`))
    await write(`public/${name}.html`, await bundledPage(path.join(directory, start), markup))
  }
  const form = files.get('public/form.html').replace('/media/api/v1/assets', action)
  await write('public/form.html', form)
  await write('public/thanks.html', 'Stored.')
}

/** A bundled script stands in the page itself. */
function markupOf(html) {
  return html.replace(/<script .*<\/script>\n/, '')
}
