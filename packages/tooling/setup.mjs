// `npm run setup`: installs the dependencies that the lockfile names, unless that was done since any manifest, the
// lockfile or what is installed last changed. Uses Node alone, because nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf, fileDigest } from './digest.mjs'
import { workspacePackages } from './workspace.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RECORD = path.join(ROOT, '.cache', 'setup')

if (!existsSync(RECORD) || readFileSync(RECORD, 'utf8') !== state()) {
  rmSync(RECORD, { force: true })
  const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const { status } = spawnSync(`npx --yes ${packageManager} install --frozen-lockfile`, {
    cwd: ROOT,
    shell: true,
    stdio: 'inherit',
  })
  if (status === 0) {
    mkdirSync(path.dirname(RECORD), { recursive: true })
    writeFileSync(RECORD, state())
  }
  process.exitCode = status ?? 1
}

/** Of what is asked for, and of what is installed: pnpm keeps the lockfile that it installed. */
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
