// What `npm run layers` asks of the rooms that meet names from outside: those of a service, an archive, a manifest or a
// database of another system. A name becomes a path by `withinDirectory` alone, and the compiler takes no other path where
// these rooms write, rename or remove (`cli/src/files/contained-files.ts`). So they make no path by other means, use no
// `node:fs` of their own, and never say that a text is such a path.
import path from 'node:path'
import { exceptionsOf, problemsOfCheck } from './exceptions.mjs'

const ROOMS = [
  'cli/src/export/',
  'cli/src/import/',
  'cli/src/backup/',
  'cli/src/files/',
  'import/src/',
]

/** The one place of the rule, and where `node:fs` gets its paths from it. */
const CONTAINED = 'cli/src/files/contained-files.ts'

const LISTED = 'names that the system lists'
const NAMED = 'what a person named'
const ARCHIVE = 'the archive that a person named'

/** What else may ask the file system, what for, and why its paths are no names from outside. */
const exceptions = exceptionsOf('check-paths.mjs', {
  'import/src/entries/directory-entries.ts': { readdir: LISTED },
  'import/src/entries/root.ts': {
    'realpath stat': 'the folder that a person named; then what `withinDirectory` gave',
  },
  'import/src/systems/database-faults.ts': { stat: NAMED },
  'import/src/rows/utf8-text.ts': { createReadStream: NAMED },
  'import/src/sources/archive-entries.ts': { 'createReadStream open': ARCHIVE },
  'import/src/sources/from-archive.ts': { createReadStream: ARCHIVE },
  'cli/src/files/assert-there.ts': { stat: NAMED },
  'cli/src/import/destination/server-destination.ts': {
    openAsBlob: 'a file that the scan or the manifest found',
  },
  'cli/src/import/folder/scan-folder.ts': {
    'realpath stat': 'what a person named, then names that the system lists',
  },
  'cli/src/backup/restore-backup.ts': { 'mkdir readdir realpath': NAMED },
})

/** What is wrong with a file, by its path below `packages`; empty outside of these rooms. */
export function pathProblems(file, source) {
  const where = file.split(path.sep).join('/')
  if (!ROOMS.some((room) => where.startsWith(room))) return []
  const problems = []
  const making =
    /\bpath\s*\.\s*(?:(?:posix|win32)\s*\.\s*)?(?:join|resolve|normalize|format)\b|\bpath\s*\[|\}\s*=\s*path\b(?!\s*\.)/g
  for (const [made] of source.matchAll(making)) {
    problems.push(`${where} makes a path by ${made}: names from outside need withinDirectory`)
  }
  const fromPath = /import\s+(?:type\s+)?(?!path\b)[^'"]*?from\s+['"](?:node:)?path(?:\/\w+)?['"]/g
  for (const [line] of source.matchAll(fromPath)) {
    problems.push(`${where}: import path from 'node:path', and nothing else of it: ${line}`)
  }
  if (/\bas\s+(?:unknown\s+as\s+)?PathWithin\b/.test(source)) {
    problems.push(`${where} says that a text is a PathWithin: only withinDirectory makes one`)
  }
  if (where === CONTAINED) return problems
  for (const name of importedOfFs(source)) {
    if (exceptions.allow(where, name)) continue
    problems.push(
      `${where} takes ${name} of node:fs: use files/contained-files.ts, or name it here`,
    )
  }
  return problems
}

/** Names of values that a source imports of `node:fs`; the whole module by its own. */
function* importedOfFs(source) {
  const imports = /import\s+(type\s+)?([^'"]*?)\s*from\s+['"](?:node:)?fs(?:\/promises)?['"]/g
  for (const [, type, clause] of source.matchAll(imports)) {
    if (type !== undefined) continue
    const [, named] = /^\{([^}]*)\}$/.exec(clause) ?? []
    if (named === undefined) yield clause
    for (const name of (named ?? '').split(',').map((each) => each.trim())) {
      if (name !== '' && !name.startsWith('type ')) yield name.split(/\s/)[0]
    }
  }
  if (/(?:import|require)\s*\(\s*['"](?:node:)?fs/.test(source)) yield 'import()'
}

/** Sources that this check must find fault with, and those that it must not: it is tried with each run. */
const WRONG = [
  'const file = path.join(directory, asset.id)',
  'const file = path . posix.resolve(directory, name)',
  'const file = path.format({ dir, base })',
  'const { join } = path',
  "path['join'](directory, name)",
  "import { join } from 'node:path'",
  "import { join as glue } from 'path/posix'",
  "import * as path from 'node:path'",
  "import { rename } from 'node:fs/promises'",
  "import { type Stats, rmSync } from 'node:fs'",
  "import * as fs from 'node:fs'",
  "import fs from 'fs'",
  "const { rm } = await import('node:fs/promises')",
  'const file = name as PathWithin',
  'const file = name as unknown as PathWithin',
]
const RIGHT = [
  "import path from 'node:path'\nconst name = path.basename(file)",
  "import type { Stats } from 'node:fs'",
  "import { type FileHandle } from 'node:fs/promises'",
]

/** What a list holds that no file needs, and what the check itself gets wrong. */
export const pathCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck('check-paths.mjs', (source) => pathProblems(`${ROOMS[0]}planted.ts`, source), {
    wrong: WRONG,
    right: RIGHT,
  }),
]
