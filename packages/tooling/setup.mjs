// `npm run setup`: installs the dependencies that the lockfile names, unless that was done since any manifest, the
// lockfile or the installed packages last changed. `node setup.mjs examples/node-http` installs the dependencies of
// that package, of the packages that it needs and of the tools, unless all are there. Uses only Node, because nothing
// may be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf, fileDigest } from './digest.mjs'
import { workspacePackages } from './workspace.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ALL = path.join(ROOT, '.cache', 'setup')
const [folder] = process.argv.slice(2)
const record = folder === undefined ? ALL : `${ALL}-${path.basename(folder)}`
const filters = folder === undefined ? '' : ` --filter . --filter "{${folder}}..."`

if (![ALL, record].some(isCurrent)) {
  for (const each of [ALL, record]) rmSync(each, { force: true })
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const { status } = spawnSync(`npx --yes ${packageManager} install --frozen-lockfile${filters}`, {
    cwd: ROOT,
    shell: true,
    stdio: 'inherit',
  })
  if (status === 0) {
    mkdirSync(path.dirname(record), { recursive: true })
    writeFileSync(record, state())
  }
  process.exitCode = status ?? 1
}

function isCurrent(file) {
  return existsSync(file) && readFileSync(file, 'utf8') === state()
}

/** A digest of what is required and what is installed: pnpm keeps the lockfile that it installed. */
function state() {
  const packages = workspacePackages(ROOT)
  return digestOf([
    ...[
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'package.json',
      'node_modules/.pnpm/lock.yaml',
    ].map((file) => fileDigest(ROOT, file)),
    ...packages.map(({ folder }) => fileDigest(ROOT, `${folder}/package.json`)),
    ...packages.map(({ folder }) => `${existsSync(path.join(ROOT, folder, 'node_modules'))}`),
  ])
}
