// Writes what the page is made of as one module below `.cache`. Its first line tells what it was made from, so
// that it is made again only when that has changed.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf, fileDigest, filesBelow } from '../../tooling/digest.mjs'
import { bundlePage, FOLDER } from './bundle-page.mjs'

const ROOT = path.resolve(FOLDER, '../..')

/** What `#page` is in a built package. */
const FINAL = path.join(FOLDER, '.cache', 'page-files.mjs')
const FROM_SOURCE = path.join(FOLDER, '.cache', 'page-files-from-source.mjs')

const SOURCES = ['packages/gallery/src', 'packages/gallery/bundler', 'packages/client/src']

/** Resolves to the path of the module, which is up to date then. `isFinal`: as it is shipped. */
export async function generatePageFiles({ isFinal = false } = {}) {
  const module = isFinal ? FINAL : FROM_SOURCE
  const mark = `// ${stateOfSources()}\n`
  if (existsSync(module) && readFileSync(module, 'utf8').startsWith(mark)) return module
  const { files, entry } = await bundlePage({ isFinal })
  mkdirSync(path.dirname(module), { recursive: true })
  // Renamed into its place: another process may read it, or make it too.
  const unfinished = `${module}.${process.pid}`
  const code = `export const files = ${JSON.stringify(files)}\nexport const entry = ${JSON.stringify(entry)}\n`
  writeFileSync(unfinished, mark + code)
  renameSync(unfinished, module)
  return module
}

function stateOfSources() {
  const files = SOURCES.flatMap((folder) => filesBelow(ROOT, folder))
  return digestOf(
    [...files.filter((file) => !/\.test\.ts$/.test(file)), 'pnpm-lock.yaml'].map((file) =>
      fileDigest(ROOT, file),
    ),
  )
}
