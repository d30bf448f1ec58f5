// Packs every public package, installs the tarballs with npm into an empty project, and uses them there as a new user
// would: TypeScript and CommonJS, the README's quickstart, bundles. `--full` also uses pnpm, makes every kind of bundle,
// and runs `npm audit`.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { entryKeys } from '../../tooling/package-entries.mjs'
import { publicPackages } from '../../tooling/workspace.mjs'
import { nodeOf } from '../support/node-of.mjs'
import {
  allInOneByVite,
  builtByVite,
  builtByWebpack,
  bundled,
  leftOut,
} from '../support/packaging/bundles.mjs'
import { sh } from '../support/packaging/shell.mjs'
import { giveSqliteBinding } from '../support/packaging/sqlite-binding.mjs'
import { requireClean, requireTypes } from '../support/packaging/tarball-faults.mjs'
import { uploadTo } from '../support/packaging/upload-to.mjs'
import { createReport } from '../support/report.mjs'

const run = promisify(execFile)
const here = import.meta.dirname
const root = path.resolve(here, '../../..')
const work = await mkdtemp(path.join(tmpdir(), 'stowage-packaging-'))
const { packageManager, devDependencies } = JSON.parse(
  await readFile(path.join(root, 'package.json'), 'utf8'),
)
const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const pnpm = (...args) => ['npx', '--yes', packageManager, ...args]
const report = createReport('packaging: the packages as a new user gets them')

const packages = [...publicPackages(root).values()].map((each) => ({
  ...each,
  folder: path.join(root, each.folder),
}))
const tarballs = new Map()

await report.run(async () => {
  const packed = await pack()
  for (const { name } of packages) {
    await report.step(`${name} packs`, () => {
      const { filename, files } = packed.find((each) => each.name === name)
      tarballs.set(name, path.resolve(work, filename))
      const names = files.map((file) => file.path)
      for (const needed of ['LICENSE', 'README.md', 'package.json']) {
        if (!names.includes(needed)) throw new Error(`${needed} is missing`)
      }
      const stray = names.filter((file) => /(^|\/)src\/|\.test\.|\.map$/.test(file))
      if (stray.length > 0) throw new Error(`stray files: ${stray}`)
    })
    const tarball = tarballs.get(name)
    await report.step(`${name} is clean for publint`, () => requireClean(tarball))
    await report.step(`${name} has types for every entry`, () => requireTypes(tarball))
  }
  await report.step('npm run pack takes a package and those that it needs', packedByName)

  for (const manager of values.full ? ['npm', 'pnpm'] : ['npm']) {
    const project = path.join(work, manager)
    await report.step(`${manager} installs the tarballs into an empty project`, () =>
      values.full ? install(project, manager) : installWithBindingOfOurs(project),
    )
    await report.step(`${manager}: the README's TypeScript type-checks`, () => typeCheck(project))
    await report.step(`${manager}: the README's quickstart serves an upload`, () =>
      quickstart(project),
    )
    await report.step(`${manager}: CommonJS can require every entry`, () => requireAll(project))
    await report.step(`${manager}: a script that forgets to close the store ends`, () =>
      forgetful(project),
    )
  }
  const app = path.join(work, 'npm')
  await report.step('npm ls names the libraries of @stowage/analysis', librariesListed)
  if (values.full) await advisories()
  await report.step('an esbuild bundle of an app finds workers, libraries and SQLite', () =>
    bundled(app),
  )
  await report.step('a Vite server build of an app finds workers, libraries and SQLite', () =>
    builtByVite(app),
  )
  if (values.full) {
    await report.step('an esbuild bundle without the libraries says which line is missing', () =>
      leftOut(app),
    )
    await report.step(
      'a Vite server build with all in one finds workers, libraries and SQLite by that line',
      () => allInOneByVite(app),
    )
  }
  await report.step(
    'a webpack build of an app has workers and libraries in it, and finds SQLite',
    () => builtByWebpack(app, path.join(work, 'webpack')),
  )
  await report.step(
    'an install without scripts ends in one clear error on Node 20, and works on Node 24',
    withoutScripts,
  )
})
await rm(work, { recursive: true, force: true })

/** The command of the README. */
async function packedByName() {
  const into = path.join(work, 'by-name')
  const { stdout } = await sh(root, 'npm', 'run', '--silent', 'pack', '--', 'node', '--into', into)
  const files = await readdir(into)
  const names = files.map((file) => /^stowage-(\w+)-/.exec(file)?.[1]).sort()
  if (names.join() !== 'analysis,api,core,node') throw new Error(`it packed ${names}`)
  const [, named = ''] = /npm install (.+)$/m.exec(stdout) ?? []
  // Another app's packages lie there, too, and are not for this one.
  await sh(root, 'npm', 'run', '--silent', 'pack', '--', 'analysis', '--into', into)
  const told = named.split(' ').map((file) => path.relative(into, file))
  if (told.sort().join() !== files.sort().join()) throw new Error(stdout)
}

/** All at once; resolves to what pnpm reports about each tarball. */
async function pack() {
  const names = packages.flatMap(({ name }) => ['--filter', name])
  const args = ['--recursive', ...names, 'pack', '--json', '--pack-destination', work]
  const { stdout } = await sh(root, ...pnpm(...args))
  return JSON.parse(stdout)
}

/** The packages of the quickstart and of the framework adapters, from their tarballs alone; `only` some of them. */
async function install(project, manager, { flags = [], only = [...tarballs.keys()] } = {}) {
  const specs = Object.fromEntries(only.map((name) => [name, `file:${tarballs.get(name)}`]))
  const manifest = {
    name: 'empty',
    version: '1.0.0',
    private: true,
    dependencies: specs,
    devDependencies: {
      typescript: devDependencies.typescript,
      '@types/node': devDependencies['@types/node'],
    },
    pnpm: { overrides: specs, onlyBuiltDependencies: ['better-sqlite3'] },
  }
  await mkdir(project, { recursive: true })
  await writeFile(path.join(project, 'package.json'), JSON.stringify(manifest))
  if (manager === 'npm') {
    await sh(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...flags)
  } else await sh(project, ...pnpm('install', '--ignore-workspace', ...flags))
}

/** No other package has a script that matters here. */
async function installWithBindingOfOurs(project) {
  await install(project, 'npm', { flags: ['--ignore-scripts'] })
  await giveSqliteBinding(project)
}

async function readmeBlocks() {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
}

async function typeCheck(project) {
  const blocks = await readmeBlocks()
  for (const [index, code] of blocks.entries()) {
    await writeFile(path.join(project, `readme-${index}.mts`), code)
  }
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
  const files = blocks.map((_, index) => `readme-${index}.mts`)
  await sh(project, 'npx', 'tsc', ...flags, '--types', 'node', ...files)
}

async function quickstart(project) {
  const [code] = await readmeBlocks()
  await writeFile(path.join(project, 'quickstart.mjs'), code.replace('port: 3000', 'port: 0'))
  await uploadTo(project, ['quickstart.mjs'])
}

async function requireAll(project) {
  const entries = packages.flatMap(({ name, manifest }) =>
    entryKeys(manifest).map((key) => name + key.slice(1)),
  )
  const code = `
    for (const entry of ${JSON.stringify(entries)}) {
      const isOfTypesAlone = entry.endsWith('/types')
      if ((Object.keys(require(entry)).length === 0) !== isOfTypesAlone) throw new Error(entry)
    }`
  await writeFile(path.join(project, 'all.cjs'), code)
  await sh(project, process.execPath, 'all.cjs')
}

async function forgetful(project) {
  const code = `
    const { openAssetStore } = require('@stowage/core')
    openAssetStore({ directory: './forgotten' })
      .then((store) => store.upload(new Uint8Array([1, 2, 3])))
      .then((asset) => console.log('stored ' + asset.size))`
  await writeFile(path.join(project, 'forgetful.cjs'), code)
  const { stdout } = await run(process.execPath, ['forgetful.cjs'], {
    cwd: project,
    timeout: 20_000,
  })
  if (stdout !== 'stored 3\n') throw new Error(stdout)
}

/** Names the libraries and their versions as `npm ls` shows them. */
async function librariesListed() {
  const project = path.join(work, 'npm')
  const libraries = ['file-type']
  const { stdout } = await sh(project, 'npm', 'ls', '--json', ...libraries)
  const { version, dependencies } = JSON.parse(stdout).dependencies['@stowage/analysis']
  const versions = libraries.map((name) => `${name} ${dependencies[name].version}`)
  return `@stowage/analysis ${version}: ${versions.join(', ')}`
}

/** Checks that what our packages install has no known vulnerability. Needs a registry that answers. */
async function advisories() {
  const name = 'npm audit finds no advisory against what is installed'
  const project = path.join(work, 'npm')
  const { stdout } = await run('npm', ['audit', '--omit=dev', '--json'], { cwd: project }).catch(
    (error) => error,
  )
  const { metadata, vulnerabilities, message } = JSON.parse(stdout)
  if (metadata === undefined)
    return report.skip(name, `the registry gives no advisories: ${message}`)
  const { total } = metadata.vulnerabilities
  const found = Object.values(vulnerabilities).map((each) => `${each.name} (${each.severity})`)
  const detail = total === 0 ? `of ${metadata.dependencies.prod} packages` : found.join(', ')
  report.check(name, total === 0, detail)
}

async function withoutScripts() {
  const project = path.join(work, 'without-scripts')
  const only = ['@stowage/analysis', '@stowage/core']
  await install(project, 'npm', { flags: ['--ignore-scripts'], only })
  await writeFile(
    path.join(project, 'open.cjs'),
    `require('@stowage/core').openAssetStore({ directory: './media' }).then(
      (store) => store.close().then(() => console.log('works')),
      (error) => console.log(error.code + ': ' + error.message))`,
  )
  await opens(project, process.execPath)
  await opens(project, await nodeOf('24'))
}

async function opens(project, node) {
  const { stdout } = await sh(project, node, 'open.cjs')
  const version = (await sh(project, node, '--version')).stdout
  const [major, minor] = version.slice(1).split('.').map(Number)
  const hasSqlite = major > 22 || (major === 22 && minor >= 16)
  const expected = hasSqlite ? /^works$/m : /^sqlite_unavailable: .*npm.*22\.16/m
  if (!expected.test(stdout)) throw new Error(stdout)
}
