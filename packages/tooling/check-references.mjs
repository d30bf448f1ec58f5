// Fails when a document names a file that does not exist, or a command that neither the top package nor packages/e2e
// has, or when a comment names a file by a path that no source file ends with.
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
const sources = namesIn('packages')
  .flatMap((folder) => namesIn(folder))
  .filter((name) => !/\/(?:node_modules|dist|LICENSE)$|\.\w+$/.test(name))
  .flatMap((folder) => namesIn(folder, { recursive: true }))
  .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
for (const source of sources) {
  const text = readFileSync(path.join(ROOT, source), 'utf8')
  for (const [comment] of text.matchAll(/^\s*(?:\/\*|\*|\/\/).*$/gm)) {
    const named = [...comment.matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+\.(?:ts|tsx|mjs))`/g)]
    const isThere = (file) =>
      existsSync(path.join(ROOT, file)) || sources.some((each) => each.endsWith(`/${file}`))
    const absent = named.filter(([, file]) => !isThere(file))
    missing.push(...absent.map(([, file]) => `${source}: there is no ${file}`))
    count += named.length
  }
}
if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(1)
}
console.log(`references: all ${count} files and commands that documents and comments name exist`)

function namesIn(folder, options = {}) {
  return readdirSync(path.join(ROOT, folder), options).map((name) => `${folder}/${name}`)
}
