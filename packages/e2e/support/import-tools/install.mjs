import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { sh } from '../packaging/shell.mjs'

/** A tool that cannot be had on this machine, at this moment. */
export class NotInstalled extends Error {}

const SQLITE = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
const { version: SQLITE_VERSION } = JSON.parse(
  readFileSync(path.join(SQLITE, 'package.json'), 'utf8'),
)

// biome-ignore lint/suspicious/noTemplateCurlyInString: a format of dpkg-query
const STATUS = '${db:Status-Status}\n'

/**
 * Installs packages of npm's into a folder, without their scripts. `better-sqlite3` among them is that of the workspace, with
 * the binding that was built for it.
 */
export async function installFromNpm(directory, packages) {
  const named = packages.map((name) =>
    name === 'better-sqlite3' ? `${name}@${SQLITE_VERSION}` : name,
  )
  await writeFile(path.join(directory, 'package.json'), JSON.stringify({ private: true }))
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  await sh(directory, 'npm', 'install', ...flags, ...named).catch((error) => {
    throw new NotInstalled(`npm cannot install ${named.join(' ')}: ${lastLines(error.message)}`)
  })
  if (!packages.includes('better-sqlite3')) return
  const theirs = path.join(directory, 'node_modules', 'better-sqlite3')
  await rm(theirs, { recursive: true })
  await cp(SQLITE, theirs, { recursive: true, dereference: true })
}

/** Sees to it that packages of Debian's are installed, which takes root where they are not. */
export function installFromApt(packages) {
  const installed = spawnSync('dpkg-query', ['-W', '-f', STATUS, ...packages], { encoding: 'utf8' })
  const states = (installed.stdout ?? '').trim().split('\n')
  if (installed.status === 0 && states.every((state) => state === 'installed')) return
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = spawnSync('apt-get', args, { encoding: 'utf8', env, timeout: 600_000 })
  if (apt.status === 0) return
  throw new NotInstalled(
    `apt-get cannot install ${packages.join(' ')}: ${lastLines(apt.stderr ?? String(apt.error))}`,
  )
}

function lastLines(text) {
  return text.trim().split('\n').slice(-3).join(' ').slice(0, 300)
}
