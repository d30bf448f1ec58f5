// Fails when docs/guides/jest.md leaves out a module that Jest has to turn into CommonJS: an ES module that
// @stowage/core loads, with those that it loads in turn.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Loaded in a thread, which Jest does not reach. */
const IN_THREADS = ['file-type']

const found = new Set()
const visit = (directory) => {
  const { dependencies = {} } = manifestOf(directory)
  for (const name of Object.keys(dependencies)) {
    if (IN_THREADS.includes(name) || found.has(name)) continue
    const beside = path.join(directory, 'node_modules', name)
    const place = realpathSync(existing(beside) ?? path.join(directory, '..', name))
    if (manifestOf(place).type === 'module') found.add(name)
    visit(place)
  }
}
visit(path.join(ROOT, 'packages/core'))

const wanted = [...found].map((name) => (name.startsWith('@stowage/') ? '@stowage/' : `${name}/`))
const guide = readFileSync(path.join(ROOT, 'docs/guides/jest.md'), 'utf8')
const listed = /const modules = '([^']+)'/.exec(guide)?.[1].split('|') ?? []
const missing = [...new Set(wanted)].filter((name) => !listed.includes(name))
for (const name of missing) console.error(`docs/guides/jest.md does not transform ${name}`)
console.log(`jest: the guide transforms ${listed.length} modules`)
process.exitCode = missing.length > 0 ? 1 : 0

function manifestOf(directory) {
  return JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
}

function existing(directory) {
  try {
    manifestOf(directory)
    return directory
  } catch {
    return undefined
  }
}
