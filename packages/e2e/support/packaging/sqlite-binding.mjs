import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { sh } from './shell.mjs'

const BINDING = 'build/Release/better_sqlite3.node'

/**
 * Gives a project that was installed without scripts its binding of SQLite. Where npm finds no prebuilt one, it compiles
 * one, which takes a minute; so the one that the workspace has is taken, where it is of the same version.
 */
export async function giveSqliteBinding(project) {
  const entry = createRequire(import.meta.url).resolve('better-sqlite3/package.json')
  const ours = path.dirname(entry)
  const theirs = path.join(project, 'node_modules', 'better-sqlite3')
  const versions = await Promise.all(
    [ours, theirs].map(
      async (at) => JSON.parse(await readFile(path.join(at, 'package.json'))).version,
    ),
  )
  if (versions[0] === versions[1] && existsSync(path.join(ours, BINDING))) {
    await cp(path.join(ours, BINDING), path.join(theirs, BINDING), { recursive: true })
  } else await sh(project, 'npm', 'rebuild', 'better-sqlite3')
}
