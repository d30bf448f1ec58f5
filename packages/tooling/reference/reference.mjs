// Writes `docs/reference` from the docstrings of the packages. With `--check` it writes nothing, and fails when a
// page is out of date. Both fail when an exported symbol has no docstring.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RendererEvent } from 'typedoc'
import { ROOT } from '../package-entries.mjs'
import { brokenLinks } from './broken-links.mjs'
import { convert } from './convert.mjs'
import { gapsOf } from './gaps.mjs'
import { indexPage } from './index-page.mjs'

const REFERENCE = path.join(ROOT, 'docs/reference')
const made = mkdtempSync(path.join(tmpdir(), 'stowage-reference-'))
try {
  const { app, project } = await convert(made)
  const gaps = gapsOf(project)
  app.renderer.on(RendererEvent.END, () => {
    writeFileSync(path.join(made, 'README.md'), indexPage(project, app.renderer.router))
  })
  await app.generateOutputs(project)
  const pages = pagesIn(made)
  const faults = [...gaps, ...brokenLinks(pages)]
  if (process.argv.includes('--check')) faults.push(...differences(pages, pagesIn(REFERENCE)))
  else replacePages()
  if (faults.length > 0) {
    console.error(faults.join('\n'))
    process.exitCode = 1
  } else console.log(`reference: ${pages.size} pages, every exported symbol has a docstring`)
} finally {
  rmSync(made, { recursive: true })
}

function replacePages() {
  rmSync(REFERENCE, { recursive: true, force: true })
  cpSync(made, REFERENCE, { recursive: true })
}

function differences(pages, committed) {
  const names = new Set([...pages.keys(), ...committed.keys()])
  return [...names]
    .filter((name) => pages.get(name) !== committed.get(name))
    .map((name) => `docs/reference/${name} is out of date. Run npm run reference and commit it.`)
}

function pagesIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}
