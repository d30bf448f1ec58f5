// On a Node that is too old, every entry must first say which version it needs. Runs real old Nodes, on which an import
// would otherwise fail for a missing export, and fakes the newest one that is too old.
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { entryKeys } from '../../tooling/package-entries.mjs'
import { nodeOf } from '../support/node-of.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const run = promisify(execFile)
/** It runs in pages too, where there is no Node to ask for. */
const BROWSERS = '@stowage/client'
const PACKAGES = path.resolve(import.meta.dirname, '../..')

const report = createReport('old-node: a Node that is too old hears which one is needed')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const fake = path.join(directory, 'fake.cjs')
    await writeFile(
      fake,
      `const versions = { ...process.versions, node: '20.18.3' }
       Object.defineProperty(process, 'versions', { value: versions })`,
    )
    const every = await publicEntries()
    const entries = every.filter((entry) => entry !== BROWSERS && !entry.startsWith(`${BROWSERS}/`))
    for (const [version, node, ...flags] of [
      ['18.20.8', await nodeOf('18.20.8')],
      ['20.0.0', await nodeOf('20.0.0')],
      ['20.18.3', process.execPath, '--require', fake],
    ]) {
      const said = await Promise.all(entries.map((entry) => failureOf(entry, node, flags)))
      const wanted = `Stowage needs Node ≥ 20.19, and this process runs on Node ${version}.`
      const others = entries.filter((_, index) => !said[index].startsWith(wanted))
      const first = said[entries.indexOf(others[0])]
      report.check(
        `Node ${version}: each of ${entries.length} entries says so`,
        others.length === 0,
        others.length === 0 ? '' : `${others}: ${first}`,
      )
    }
    const silent = await Promise.all(every.map((entry) => failureOf(entry, process.execPath, [])))
    report.check(
      `Node ${process.versions.node} loads every entry`,
      silent.join('') === '',
      silent.join(''),
    )
  }),
)

async function publicEntries() {
  const entries = []
  for (const folder of await readdir(PACKAGES)) {
    const file = path.join(PACKAGES, folder, 'package.json')
    const manifest = JSON.parse(await readFile(file, 'utf8').catch(() => '{"private":true}'))
    if (manifest.private) continue
    entries.push(...entryKeys(manifest).map((key) => manifest.name + key.slice(1)))
  }
  return entries
}

/** The message that importing it fails with; empty when it loads. */
async function failureOf(entry, node, flags) {
  const code = `import(${JSON.stringify(entry)}).catch((error) => console.log(error.message))`
  const { stdout } = await run(node, [...flags, '--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
  })
  return stdout
}
