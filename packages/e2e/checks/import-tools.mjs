// Libraries made by the tools themselves: Active Storage, Strapi, Payload and multer are installed, are given the same files,
// and say what they know of each. The import must bring all of that, and nothing else, once. Then nginx, by the rules of
// docs/guides/import.md, leads each old URL to the bytes that the tool answered with. A tool that cannot be installed at the
// moment is skipped. Names on the command line choose tools: `active-storage strapi`.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { importAll } from '@stowage/import'
import { run } from '../support/cli/command.mjs'
import { activeStorage } from '../support/import-tools/active-storage.mjs'
import { differences } from '../support/import-tools/compare.mjs'
import { guideCommands } from '../support/import-tools/guide.mjs'
import { NotInstalled } from '../support/import-tools/install.mjs'
import { writeLibraryFiles } from '../support/import-tools/library-files.mjs'
import { multer } from '../support/import-tools/multer.mjs'
import { askOldUrls } from '../support/import-tools/old-urls.mjs'
import { payload } from '../support/import-tools/payload.mjs'
import { countFiles } from '../support/import-tools/read-library.mjs'
import { strapi } from '../support/import-tools/strapi.mjs'
import { nginxVersion } from '../support/nginx.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const TOOLS = { 'active-storage': activeStorage, payload, multer, strapi }
const named = process.argv.slice(2)

const report = createReport('import-tools: libraries made by the tools themselves')
await report.run(async () => {
  for (const name of named.length > 0 ? named : Object.keys(TOOLS)) {
    await withTemporaryDirectory((directory) => check(TOOLS[name], directory))
  }
})

async function check(tool, directory) {
  const project = path.join(directory, 'project')
  await mkdir(project)
  try {
    await tool.install(project)
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error
    return report.skip(tool.name, error.message)
  }
  const list = path.join(directory, 'files.json')
  await writeFile(list, JSON.stringify(await writeLibraryFiles(path.join(directory, 'files'))))
  const library = await tool.make(project, list)
  const media = path.join(directory, 'media')
  const name = `${tool.name} ${library.version}`
  const onDisk = await countFiles(path.join(project, tool.root))
  report.note(`${name}: ${library.files.length} files of ours; ${onDisk} in ${tool.root}`)

  const first = await importLibrary(tool, project, media)
  const count = library.files.length
  report.check(`${name}: every file is stored`, first === `${count} 0 0`, first)
  const again = await importLibrary(tool, project, media)
  report.check(`${name}: a second run stores nothing`, again === `0 ${count} 0`, again)
  await checkStore(name, media, library)
  await checkOldUrls(name, { library, media, project, directory })
}

/** `stored present refused`, of the commands that the guide shows for the tool. */
async function importLibrary(tool, project, media) {
  if (tool.source !== undefined) {
    const store = await openAssetStore({ directory: media })
    const { stored, present, failed } = await importAll(store, tool.source(project))
    await store.close()
    return `${stored} ${present} ${failed}`
  }
  const sum = [0, 0, 0]
  for (const args of await guideCommands(tool.system)) {
    const result = await run([...args, '--json', '-d', media], { cwd: project })
    if (result.exitCode !== 0) throw new Error(`${result.stdout}\n${result.stderr}`)
    const counts = JSON.parse(result.stdout.trim().split('\n').at(-1))
    sum[0] += counts.stored
    sum[1] += counts.here_already
    sum[2] += counts.refused + counts.differing
  }
  return sum.join(' ')
}

async function checkStore(name, media, library) {
  const store = await openAssetStore({ directory: media })
  try {
    const wrong = await differences(store, library)
    const kept = 'ids, dates, names, folders, texts, owners, trash and bytes are the tool’s'
    report.check(`${name}: ${kept}`, wrong.length === 0, wrong.slice(0, 5).join('; '))
    const { assets, trashedAssets } = await store.usage()
    const total = assets + trashedAssets
    report.check(`${name}: originals alone are there`, total === library.files.length, `${total}`)
  } finally {
    await store.close()
  }
}

async function checkOldUrls(name, { library, media, project, directory }) {
  if (nginxVersion() === null) return report.skip(`${name}: old URLs`, 'there is no nginx here')
  const nginx = path.join(directory, 'nginx')
  await mkdir(nginx)
  const { asked, wrong } = await askOldUrls({ library, media, project, directory: nginx })
  const isRight = wrong.length === 0 && asked >= library.files.length - 1
  const detail = `${asked} asked ${wrong.slice(0, 5).join('; ')}`
  report.check(`${name}: old URLs lead to the same bytes`, isRight, detail)
}
