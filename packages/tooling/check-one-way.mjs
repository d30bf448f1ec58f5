import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What waits for ever for a connection over which no request came, or cuts what is under way. */
const CLOSES = /\b(?:\w*[sS]erver)\.close\(|\bclose(?:Idle|All)Connections\(/

/** Examples, guides and READMEs that stop a server by other means than `serve` or `stopServer`. */
export function stopProblems() {
  return pages().flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
    return lines
      .map((line, index) => ({ where: `${file}:${index + 1}`, line }))
      .filter(({ line }) => CLOSES.test(line) && !line.includes('alone waits for'))
      .map(({ where }) => `${where} closes a server itself: use serve, or stopServer`)
  })
}

function pages() {
  const packages = readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`)
  const readmes = ['.', ...packages].map((folder) => path.join(folder, 'README.md'))
  const guides = below('docs').filter((file) => file.endsWith('.md') && !/reference/.test(file))
  const examples = below('examples').filter((file) => /\.(?:m?js|ts|md|svelte)$/.test(file))
  return [...readmes.filter((file) => existsSync(path.join(ROOT, file))), ...guides, ...examples]
}

function below(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    return entry.isDirectory() ? below(file) : [file]
  })
}

/** Who reads the name of a file in a `Content-Disposition`, and who takes it away before another reader. */
const NAMES = [
  'packages/core/src/text/file-name-of.ts',
  'packages/api/src/multipart/part-header.ts',
]

/** A file of the product that reads `filename*` beside the one reader. */
export function fileNameProblems(where, source) {
  return NAMES.includes(where) || !/filename\\\*|['"]filename\*['"]/.test(source)
    ? []
    : [`${where} reads filename*: use fileNameOf of ${NAMES[0]}`]
}
