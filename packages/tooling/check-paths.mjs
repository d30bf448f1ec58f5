// What `npm run layers` asks of the rooms that meet names from outside: those of a service, an archive, a manifest or a
// database of another system. A name becomes a path by `withinDirectory` alone, and the compiler takes no other path where
// these rooms write, rename or remove (`cli/src/files/contained-files.ts`). So they make no path by other means, use no
// `node:fs` of their own, and never say that a text is such a path.
import path from 'node:path'

const ROOMS = [
  'cli/src/export/',
  'cli/src/import/',
  'cli/src/backup/',
  'cli/src/files/',
  'import/src/',
]

/** The one place of the rule, and where `node:fs` gets its paths from it. */
const CONTAINED = 'cli/src/files/contained-files.ts'

/** What else may ask the file system, what for, and why its paths are no names from outside. */
const MAY_ASK = {
  'import/src/entries/directory-entries.ts': ['readdir'], // Names that the system lists.
  'import/src/entries/root.ts': ['realpath', 'stat'], // The folder that a person named; then what `withinDirectory` gave.
  'import/src/systems/database-faults.ts': ['stat'], // The database that a person named.
  'import/src/rows/utf8-text.ts': ['createReadStream'], // The manifest that a person named.
  'import/src/sources/archive-entries.ts': ['createReadStream', 'open'], // The archive that a person named.
  'import/src/sources/from-archive.ts': ['createReadStream'], // The same.
  'cli/src/files/assert-there.ts': ['stat'], // What a person named.
  'cli/src/import/destination/server-destination.ts': ['openAsBlob'], // A file that the scan or the manifest found.
  'cli/src/import/folder/scan-folder.ts': ['realpath', 'stat'], // What a person named, then names that the system lists.
  'cli/src/backup/restore-backup.ts': ['mkdir', 'readdir', 'realpath'], // Both folders that a person named.
}

/** What is wrong with a file, by its path below `packages`; empty outside of these rooms. */
export function pathProblems(file, source) {
  const where = file.split(path.sep).join('/')
  if (!ROOMS.some((room) => where.startsWith(room))) return []
  const problems = []
  const making = /\bpath\s*\.\s*(?:(?:posix|win32)\s*\.\s*)?(?:join|resolve|normalize|format)\b/g
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
  const allowed = MAY_ASK[where] ?? []
  for (const name of importedOfFs(source)) {
    if (allowed.includes(name)) continue
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

/** What this check itself gets wrong. */
export function pathCheckProblems() {
  const [room] = ROOMS
  const found = (source) => pathProblems(`${room}planted.ts`, source).length
  return [
    ...WRONG.filter((source) => found(source) !== 1).map((each) => `check-paths misses: ${each}`),
    ...RIGHT.filter((source) => found(source) !== 0).map((each) => `check-paths refuses: ${each}`),
  ]
}
