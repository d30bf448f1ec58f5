// Type-checks every `ts` block of the READMEs and of `docs`, each as a module of the package it stands in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '../..')
const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)

const docs = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'))

/** The top README and the docs speak as a user of all packages does: the node package knows them. */
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

/** Every entry of our packages, for pages in any folder: the reader may install all of them. */
const entries = packages.flatMap((within) => {
  const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, within, 'package.json')))
  return Object.entries(exports).map(([key, entry]) => [
    path.posix.join(name, key),
    [path.join(root, within, entry['stowage-source'])],
  ])
})

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
const host = ts.createCompilerHost(options)
const { fileExists, readFile } = host
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
    declaration: false,
    paths: Object.fromEntries(entries),
  },
  host,
})
const problems = ts.getPreEmitDiagnostics(program)
if (problems.length > 0) {
  console.error(ts.formatDiagnosticsWithColorAndContext(problems, host))
  process.exit(1)
}
console.log(`readmes: ${blocks.size} code blocks type-check`)
