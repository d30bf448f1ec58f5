// `npm run pack -- node sharp`: packs these packages, and those of ours that they need, so that an app can install them
// before they are on npm. `--into /tmp/stowage` sets the folder of the tarballs, by default `.cache/tarballs`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { packCommand, publicPackages, tarballIn } from './workspace.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  options: { into: { type: 'string', default: path.join(ROOT, '.cache/tarballs') } },
  allowPositionals: true,
})
const packages = publicPackages(ROOT)

const needed = new Set(positionals.map((name) => `@stowage/${name.replace('@stowage/', '')}`))
const unknown = [...needed].filter((name) => !packages.has(name))
if (needed.size === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no package ${unknown.join(', ')}.`)
  const names = [...packages.keys()].map((name) => name.replace('@stowage/', ''))
  console.error(`Name packages: npm run pack -- node. There are ${names.join(', ')}.`)
  process.exit(2)
}
for (const name of needed) {
  const { dependencies, peerDependencies } = packages.get(name).manifest
  for (const other of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (packages.has(other)) needed.add(other)
  }
}

const into = path.resolve(process.env.INIT_CWD ?? '.', values.into)
mkdirSync(into, { recursive: true })
const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
run('node packages/tooling/setup.mjs')
run(
  `node packages/tooling/build.mjs ${[...needed].map((name) => packages.get(name).folder).join(' ')}`,
)
run(packCommand([...needed], packageManager, into))
// By name: the folder may contain tarballs of an earlier run, for another app.
const tarballs = [...needed].map((name) => tarballIn(into, packages.get(name)))
console.log(`\nIn your app, run: npm install ${tarballs.join(' ')}`)

function run(command) {
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
