// `npm run width` counts the width of the code: names that entries export, members of `AssetStore`, methods of the
// metadata port, folders and files over their limits. `npm run width -- <commit> …` counts the files that each commit
// touches, for example one that adds a filter.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { entryNames } from './entry-names.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CORE = 'packages/core/src'
const MOST_FILES = 30
const MOST_LINES = 300

const commits = process.argv.slice(2)
if (commits.length > 0) for (const commit of commits) console.log(touchedBy(commit))
else
  for (const [what, count] of Object.entries(widths())) console.log(`${what.padEnd(44)} ${count}`)

function widths() {
  const written = git('ls-files', 'packages')
    .split('\n')
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/generated\//.test(file))
  const sources = written.filter((file) => !isTest(file))
  const lines = new Map(sources.map((file) => [file, read(file).split('\n').length - 1]))
  const folders = new Map()
  for (const file of written.map(path.dirname)) folders.set(file, (folders.get(file) ?? 0) + 1)
  const wide = [...folders].filter(([, count]) => count > MOST_FILES)
  const long = [...lines].filter(([, count]) => count > MOST_LINES)
  return {
    'lines of the product': [...lines.values()].reduce((sum, count) => sum + count, 0),
    'names of @stowage/core': entryNames(path.join(ROOT, CORE, 'index.ts')).length,
    'names of @stowage/core/ports': entryNames(path.join(ROOT, CORE, 'ports.ts')).length,
    'members of AssetStore': membersOf(`${CORE}/store/asset-store.ts`, 'AssetStore'),
    'methods of the metadata port': read(`${CORE}/ports/port-methods.ts`).match(/\bverb: /g).length,
    [`folders over ${MOST_FILES} files`]: named(wide),
    [`files over ${MOST_LINES} lines`]: named(long),
  }
}

function named(entries) {
  const each = entries.sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
  return [entries.length, ...each].join('\n    ')
}

function membersOf(file, name) {
  const source = parsed(file)
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  )
  // A symbol such as that of `await using` counts as one member; so do overloads of a method.
  return new Set(found.members.map((member) => member.name.getText(source))).size
}

function parsed(file) {
  return ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest)
}

/** Only code that people write: no generated files, no documents. */
function touchedBy(commit) {
  const files = git('show', '--format=', '--name-only', commit)
    .split('\n')
    .filter((file) => /^packages\/.*\.(ts|tsx|mjs|js)$/.test(file) && !/generated\//.test(file))
  const tests = files.filter(isTest)
  return `${commit}: ${files.length - tests.length} files of the product, ${tests.length} of its tests`
}

function isTest(file) {
  return (
    /\.test\.|\.fixture\.|\/testing(\/|\.ts)/.test(file) ||
    /^packages\/(e2e|benchmarks|mutation|tooling)\//.test(file)
  )
}

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
}

function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
