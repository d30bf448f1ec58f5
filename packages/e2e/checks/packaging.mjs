// Packs every public package, installs the tarballs with npm into an empty project, and uses them there as a new user
// would: TypeScript and CommonJS, the README's quickstart, bundles. `--full`: with pnpm too, and asks for advisories.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { checkLibraryFacts } from '../support/library-files.mjs'
import { nodeOf } from '../support/node-of.mjs'
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

/** Beside SQLite's binding, what a bundler that does not follow workers needs. */
const EXTERNAL = ['better-sqlite3', '@stowage/analysis']

const packages = await publicPackages()
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
    await Promise.all([
      report.step(`${name} is clean for publint`, () =>
        sh(here, 'npx', 'publint', '--strict', tarballs.get(name)),
      ),
      report.step(`${name} has types for every entry`, () =>
        sh(here, 'npx', 'attw', tarballs.get(name), '--profile', 'esm-only', '--no-emoji'),
      ),
    ])
  }

  for (const manager of values.full ? ['npm', 'pnpm'] : ['npm']) {
    const project = path.join(work, manager)
    await report.step(`${manager} installs the tarballs into an empty project`, () =>
      install(project, manager),
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
  await report.step('npm ls names the libraries of @stowage/analysis', librariesListed)
  if (values.full) await advisories()
  await report.step('an esbuild bundle of an app finds workers, libraries and SQLite', bundled)
  await report.step('an esbuild bundle without the libraries says which line is missing', leftOut)
  await report.step(
    'a Vite server build of an app finds workers, libraries and SQLite',
    builtByVite,
  )
  await report.step(
    'a Vite server build with all in one finds workers, libraries and SQLite by that line',
    allInOneByVite,
  )
  await report.step(
    'a webpack build of an app has workers and libraries in it, and finds SQLite',
    builtByWebpack,
  )
  await report.step(
    'an install without scripts ends in one clear error on Node 20, and works on Node 24',
    withoutScripts,
  )
})
await rm(work, { recursive: true, force: true })

async function publicPackages() {
  const folders = await readdir(path.join(root, 'packages'))
  const found = []
  for (const each of folders) {
    const folder = path.join(root, 'packages', each)
    if (!existsSync(path.join(folder, 'package.json'))) continue
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
    if (!manifest.private) found.push({ name: manifest.name, folder, manifest })
  }
  return found
}

function sh(cwd, command, ...args) {
  return run(command, args, { cwd, maxBuffer: 2 ** 26, timeout: 1_800_000 }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
}

/** All at once; resolves to what pnpm tells of each tarball. */
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
  const ready = "\nserver.on('listening', () => console.log('port ' + server.address().port))\n"
  await writeFile(
    path.join(project, 'quickstart.mjs'),
    code.replace('listen(3000)', 'listen(0)') + ready,
  )
  await uploadTo(project, ['quickstart.mjs'])
}

/** Starts a server that prints its key and port, uploads a file to it and reads it back. */
async function uploadTo(project, args) {
  const server = spawn(process.execPath, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let key
    let port
    for await (const line of createInterface(server.stdout)) {
      key ??= /stw_\w+/.exec(line)?.[0]
      port ??= /^port (\d+)/.exec(line)?.[1]
      if (key && port) break
    }
    const headers = { authorization: `Bearer ${key}` }
    const body = new FormData()
    body.set('file', new Blob(['hello']), 'hello.txt')
    const base = `http://127.0.0.1:${port}/api/v1`
    const created = await fetch(`${base}/assets`, { method: 'POST', headers, body })
    if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`)
    const { data } = await created.json()
    if (data.attributes.mime_type !== 'text/plain') throw new Error(JSON.stringify(data))
    const content = await fetch(data.attributes.url, { headers })
    if ((await content.text()) !== 'hello') throw new Error('other bytes came back')
    await checkLibraryFacts(async (name, bytes) => {
      const form = new FormData()
      form.set('file', new Blob([bytes]), name)
      const answer = await fetch(`${base}/assets`, { method: 'POST', headers, body: form })
      return (await answer.json()).data.attributes
    })
  } finally {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
  }
}

async function requireAll(project) {
  const entries = packages.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports).map((key) => name + key.slice(1)),
  )
  const code = `
    for (const entry of ${JSON.stringify(entries)}) {
      if (Object.keys(require(entry)).length === 0) throw new Error(entry + ' exports nothing')
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

/** As anyone sees them who asks what is installed, or looks for advisories. */
async function librariesListed() {
  const project = path.join(work, 'npm')
  const libraries = ['file-type', 'image-size', 'music-metadata']
  const { stdout } = await sh(project, 'npm', 'ls', '--json', ...libraries)
  const { version, dependencies } = JSON.parse(stdout).dependencies['@stowage/analysis']
  const versions = libraries.map((name) => `${name} ${dependencies[name].version}`)
  return `@stowage/analysis ${version}: ${versions.join(', ')}`
}

/** What is installed with our packages has no known weakness. Needs a registry that answers. */
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

/** Bundles the quickstart with esbuild; resolves to the file. */
async function bundle(format, external) {
  const { build } = await import('esbuild')
  const project = path.join(work, 'npm')
  const outfile = path.join(project, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`)
  const code = await readFile(path.join(project, 'quickstart.mjs'), 'utf8')
  await build({
    // CommonJS has no top-level await.
    stdin: { contents: format === 'esm' ? code : asFunction(code), resolveDir: project },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    logLevel: 'error',
    external,
    ...(format === 'esm' && {
      banner: {
        js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
      },
    }),
  })
  return outfile
}

async function bundled() {
  for (const format of ['esm', 'cjs']) {
    await uploadTo(path.join(work, 'npm'), [await bundle(format, EXTERNAL)])
  }
}

async function leftOut() {
  for (const format of ['esm', 'cjs']) {
    const file = await bundle(format, ['better-sqlite3'])
    const { code, stderr } = await run(process.execPath, [file], {
      cwd: path.join(work, 'npm'),
      timeout: 60_000,
    }).catch((error) => error)
    if (code !== 1 || !stderr.includes("external: ['@stowage/analysis']")) {
      throw new Error(`${format}: ended with ${code}: ${stderr}`)
    }
  }
}

/** What is installed stays where it is. */
function builtByVite() {
  return viteServer({ external: ['better-sqlite3'] })
}

function allInOneByVite() {
  return viteServer({ noExternal: true, external: EXTERNAL })
}

async function viteServer(ssr) {
  const { build } = await import('vite')
  const project = path.join(work, 'npm')
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    ssr,
    build: { ssr: 'quickstart.mjs', outDir: 'vite', emptyOutDir: true },
  })
  const [built] = (await readdir(path.join(project, 'vite'))).filter((file) =>
    /^quickstart/.test(file),
  )
  await uploadTo(project, [path.join('vite', built)])
}

/** Webpack follows the worker, so it needs no line for it. */
async function builtByWebpack() {
  const { default: webpack } = await import('webpack')
  const project = path.join(work, 'npm')
  // Away from the packages: what is not in it is not found.
  const folder = path.join(work, 'webpack')
  const stats = await promisify(webpack)({
    mode: 'production',
    target: 'node20',
    context: project,
    entry: './quickstart.mjs',
    externals: { 'better-sqlite3': 'node-commonjs better-sqlite3' },
    experiments: { outputModule: true },
    output: { path: folder, filename: 'app.mjs', module: true },
  })
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  await uploadTo(folder, ['app.mjs'])
}

function asFunction(code) {
  const imports = code.match(/^import .*$/gm) ?? []
  const rest = code.replace(/^import .*$/gm, '')
  return `${imports.join('\n')}\n;(async () => {${rest}})()`
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
  const hasSqlite = major > 22 || (major === 22 && minor >= 13)
  const expected = hasSqlite ? /^works$/m : /^sqlite_unavailable: .*npm.*22\.13/m
  if (!expected.test(stdout)) throw new Error(stdout)
}
