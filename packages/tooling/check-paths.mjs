// The rules of `npm run layers` for the rooms that handle names from outside: from a service, an archive, a manifest or
// a database of another system. Only `withinDirectory` turns a name into a path, and the compiler accepts no other path
// where these rooms write, rename or remove (`cli/src/files/contained-files.ts`). So they must not make paths in other
// ways, use `node:fs` directly, or cast a text to such a path.
import path from 'node:path'
import { exceptionsOf, problemsOfCheck } from './exceptions.mjs'

const ROOMS = [
  'cli/src/export/',
  'cli/src/import/',
  'cli/src/backup/',
  'cli/src/files/',
  'import/src/',
]

/** The only place of the rule, where `node:fs` gets its paths. */
const CONTAINED = 'cli/src/files/contained-files.ts'

const LISTED = 'names that the system lists'
const NAMED = 'what a person named'
const ARCHIVE = 'the archive that a person named'

/** Other files that may use the file system, what they may call, and why their paths are not names from outside. */
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

/** The problems in a file, by its path below `packages`; empty outside these rooms. */
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

/** Names of values that a source imports from `node:fs`; the whole module under its local name. */
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

/** Sources that this check must refuse, and sources that it must accept: each run tries them. */
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

/** List entries that no file needs, and mistakes of the check itself. */
export const pathCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck('check-paths.mjs', (source) => pathProblems(`${ROOMS[0]}planted.ts`, source), {
    wrong: WRONG,
    right: RIGHT,
  }),
]
