// Type-checks every `ts` block in the READMEs and in `docs`, each as a module of its package. Also checks the `ts` and
// `js` blocks of `docs/guides`: those of a guide with file names form a project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { blocksOf } from './guide-blocks.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)

/** The guides follow below: each of their blocks is a file in a reader's project. */
const docs = readdirSync(path.join(root, 'docs'), { recursive: true }).filter(
  (name) => name.endsWith('.md') && !name.startsWith('guides'),
)

/** The top README and the docs address a user of all packages, which the node package knows. */
const readmes = ['README.md', ...docs.map((name) => `docs/${name}`)]
  .map((file) => ({ file, within: 'packages/node' }))
  .concat(packages.map((within) => ({ file: `${within}/README.md`, within })))

const blocks = new Map()
for (const { file, within } of readmes) {
  if (!existsSync(path.join(root, file))) continue
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const { 1: code, index } of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, index).split('\n').length
    const name = `readme-${file.replaceAll(/\W/g, '-')}-line-${line}.ts`
    blocks.set(path.join(root, within, name), code)
  }
}

const GUIDES = 'docs/guides'
/** Where the readers' projects would be: in the node package, whose dependencies they see. */
const projects = path.join(root, 'packages/node/guides')
const guides = readdirSync(path.join(root, GUIDES)).filter((name) => name.endsWith('.md'))
for (const name of guides) {
  const text = readFileSync(path.join(root, GUIDES, name), 'utf8')
  for (const { info, file, line, code } of blocksOf(text)) {
    if (!['js', 'ts'].includes(info[0]) || info[1] === 'browser' || file?.endsWith('cjs')) continue
    const folder = path.join(projects, name.replace('.md', ''))
    const own = path.join(folder, file ?? '')
    const isTaken = file === null || blocks.has(own)
    blocks.set(isTaken ? path.join(folder, `line-${line}`, `block.m${info[0]}`) : own, code)
  }
}

/** Every entry of our packages, wherever a page is: its reader may install all of them. */
const entries = packages.flatMap((within) => {
  const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, within, 'package.json')))
  return Object.entries(exports).flatMap(([key, { 'stowage-source': source }]) =>
    source === undefined ? [] : [[path.posix.join(name, key), [path.join(root, within, source)]]],
  )
})

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
const host = ts.createCompilerHost(options)
const { fileExists, readFile } = host
const { directoryExists } = host
const folders = new Set([...blocks.keys()].map((file) => path.dirname(file)))
host.directoryExists = (folder) => folders.has(folder) || directoryExists(folder)
host.fileExists = (file) => blocks.has(file) || fileExists(file)
host.readFile = (file) => blocks.get(file) ?? readFile(file)
host.getSourceFile = (file, languageVersion) => {
  const text = host.readFile(file)
  return text === undefined ? undefined : ts.createSourceFile(file, text, languageVersion)
}

const ambient = packages
  .map((within) => path.join(root, within, 'src/worker-code.d.ts'))
  .filter((file) => existsSync(file))
const program = ts.createProgram({
  rootNames: [...blocks.keys(), ...ambient],
  options: {
    ...options,
    noEmit: true,
    isolatedDeclarations: false,
    allowJs: true,
    checkJs: true,
    experimentalDecorators: true,
    declaration: false,
    paths: Object.fromEntries(entries),
  },
  host,
})
const problems = ts.getPreEmitDiagnostics(program).filter((problem) => !isForeign(problem))
if (problems.length > 0) {
  console.error(ts.formatDiagnosticsWithColorAndContext(problems, host))
  process.exit(1)
}

/**
 * Errors that a guide may have: `any` in JavaScript, modules that are not installed here, and globals of a test runner.
 */
function isForeign({ file, code, messageText }) {
  if (!file?.fileName.startsWith(projects)) return false
  if (code >= 7005 && code <= 7053) return true
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (code === 2307) return !/'(?:@stowage|\.)/.test(text)
  return /Cannot find name '(?:test|expect|beforeEach|afterEach)'/.test(text)
}

console.log(`readmes: ${blocks.size} code blocks type-check`)
