// Fails when a document names a file that does not exist, or a command that neither the top package nor packages/e2e
// has.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...namesIn('docs', { recursive: true }).filter((name) => name.endsWith('.md')),
  ...[...namesIn('packages'), ...namesIn('examples')].map((folder) => `${folder}/README.md`),
].filter((document) => existsSync(path.join(ROOT, document)))

const scripts = Object.assign(
  {},
  ...['package.json', 'packages/e2e/package.json'].map(
    (manifest) => JSON.parse(readFileSync(path.join(ROOT, manifest), 'utf8')).scripts,
  ),
)
const missing = []
let count = 0
for (const document of DOCUMENTS) {
  const text = readFileSync(path.join(ROOT, document), 'utf8')
  const folder = path.dirname(document)
  const references = [
    ...[...text.matchAll(/`(?:packages\/)?(\w+\/(?:src|checks)\/[\w./-]+)`/g)].map(
      ([, file]) => `packages/${file}`,
    ),
    ...[...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, file]) => path.join(folder, file)),
  ]
  const absent = references.filter((file) => !existsSync(path.join(ROOT, file)))
  const commands = [...text.matchAll(/`npm run ([\w:-]+)`/g)].map(([, name]) => name)
  const unknown = commands.filter((name) => scripts[name] === undefined)
  missing.push(...[...absent, ...unknown].map((what) => `${document}: there is no ${what}`))
  count += references.length + commands.length
}
if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(1)
}
console.log(`references: all ${count} files and commands that documents name exist`)

function namesIn(folder, options = {}) {
  return readdirSync(path.join(ROOT, folder), options).map((name) => `${folder}/${name}`)
}
