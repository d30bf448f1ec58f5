// The page of `@stowage/gallery` in Chromium, driven as a person would: on desktop and phone, light and dark, by mouse,
// finger and keyboard alone, with files that mean harm, and with very many files.
//
//   node gallery.mjs                         all scenes but `figures`
//   node gallery.mjs uploads trash           these scenes
//   node gallery.mjs figures                 figures with 2,000 files
//   node gallery.mjs --full                  all, with 100,000 files, a phone too, and typing on a slow processor
//   node gallery.mjs --full figures          the figures of docs/notes/gallery.md
//   node gallery.mjs --screenshots DIRECTORY writes pictures of what it saw
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../support/browser.mjs'
import { fillLibrary, makeContents } from '../support/gallery/library.mjs'
import { planScenes, SCENE_NAMES } from '../support/gallery/scenes.mjs'
import { startService } from '../support/gallery/service.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, screenshots: { type: 'string' } },
  allowPositionals: true,
})
const usual = values.full ? SCENE_NAMES : SCENE_NAMES.filter((name) => name !== 'figures')
const wanted = positionals.length > 0 ? positionals : usual

const report = createReport('gallery: the page in Chromium')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const unknown = wanted.filter((name) => !SCENE_NAMES.includes(name))
  if (unknown.length > 0) throw new Error(`No such scene: ${unknown}. There are ${SCENE_NAMES}.`)
  const browser = await launchBrowser()
  if (browser === undefined) return report.skip('the page', 'there is no Chromium here')
  if (values.screenshots) await mkdir(values.screenshots, { recursive: true })
  const { stores, alone } = planScenes(wanted)
  const common = { report, browser, full: values.full, picture }
  try {
    const contents = stores.length > 0 && (await makeContents(browser))
    const runs = stores.map((scenes, index) =>
      playAll(scenes, { ...common, contents, directory: path.join(directory, `store-${index}`) }),
    )
    // Each ends by itself, so that none loses its browser while it runs.
    const failed = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected')
    for (const { reason } of failed) report.note(reason.stack)
    if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason))
    for (const scene of alone) await timed(scene, { ...common, directory })
  } finally {
    await browser.close()
  }
}

/** One scene after the other, on a store of their own. */
async function playAll(scenes, { contents, ...given }) {
  await mkdir(given.directory)
  const service = await startService(path.join(given.directory, 'library'))
  try {
    await fillLibrary(service.store, contents)
    for (const scene of scenes) await timed(scene, { ...given, service })
  } finally {
    await service.stop()
  }
}

async function timed(scene, given) {
  const start = performance.now()
  await scene(given)
  report.note(`${scene.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

async function picture(page, title) {
  if (!values.screenshots) return
  await page.waitForTimeout(400)
  await page.screenshot({ path: path.join(values.screenshots, `${title}.png`) })
}
