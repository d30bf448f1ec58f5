import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sh } from '../packaging/shell.mjs'

const CACHE = fileURLToPath(new URL('../../.cache/managers', import.meta.url))
const { packageManager } = JSON.parse(
  await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
)

/**
 * The package managers, from npm. Node 20 and 22 come with npm 10. `remedy`: what a store without SQLite names for each.
 * `mend`: the command that then helps, once the install script is allowed.
 */
export const MANAGERS = {
  npm: {
    spec: 'npm@10',
    program: 'bin/npm-cli.js',
    remedy: `npm install better-sqlite3@~12.9.0`,
    mend: 'npm install better-sqlite3@~12.9.0',
  },
  pnpm: {
    spec: packageManager,
    program: 'bin/pnpm.cjs',
    remedy: 'allowBuilds',
    mend: 'pnpm rebuild better-sqlite3',
  },
  yarn: {
    spec: '@yarnpkg/cli-dist@4',
    program: 'bin/yarn.js',
    remedy: 'dependenciesMeta',
    mend: 'yarn rebuild better-sqlite3',
  },
}

/** The path of a package manager's program, kept beside this package between runs. */
export async function programOf(name) {
  const { program } = MANAGERS[name]
  const file = path.join(CACHE, 'node_modules', name, program)
  if (existsSync(file)) return file
  await mkdir(CACHE, { recursive: true })
  await writeFile(path.join(CACHE, 'package.json'), '{"private":true}')
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const aliases = Object.entries(MANAGERS).map(([alias, each]) => `${alias}@npm:${each.spec}`)
  await sh(CACHE, 'npm', 'install', ...flags, ...aliases)
  return file
}
