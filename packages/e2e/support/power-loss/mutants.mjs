import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { transform } from 'esbuild'
import { STORE, VOLUME } from './places.mjs'

const HOME = path.posix.relative(VOLUME, STORE)
const BLOBS = `${HOME}/blobs`

const UNKNOWN_OUTCOME_IGNORED = [
  /if \(keys\.length === 0 \|\| isStowageError\(error, "outcome_unknown"\)\) return;/g,
  'if (isStowageError(error, "outcome_unknown")) await blobs.delete(keys);',
]

/**
 * Ways to do it wrong. With `keeps` some of the recorded syncs do not count; with `replace` a copy of the
 * built package is recorded in which every text that matches the first is replaced by the second. Code of threads has no
 * blanks there.
 * `session`: what is recorded, where it is not everything. `every`: see `explore`. `inFull`: the short version leaves it out,
 * because another one of its kind is in it, or because it shows in so few states that finding one takes long.
 */
export const MUTANTS = [
  {
    name: 'no file fsync',
    keeps: (at, kind) => kind === 'directory' || !isBelow(at, BLOBS, `${HOME}/staging`),
  },
  {
    name: 'no directory fsync',
    inFull: true,
    keeps: (at, kind) => kind === 'file' || !isBelow(at, BLOBS),
  },
  {
    name: 'no fsync of the directories that hold the store',
    keeps: (at, kind) => kind === 'file' || at === HOME || isBelow(at, HOME),
  },
  {
    name: 'deletions not synced',
    inFull: true,
    replace: [
      /await inParallel\(\w+, \w+, \(\w+\) => attempt\(\w+, directories\.syncRemoved\)\);/g,
      '',
    ],
  },
  {
    name: 'synchronous=NORMAL',
    replace: [/PRAGMA synchronous = FULL/g, 'PRAGMA synchronous = NORMAL'],
  },
  {
    name: 'reservations not durable',
    inFull: true,
    replace: [/await metadata\.blobs\.reserve\(keys,/g, 'metadata.blobs.reserve(keys,'],
  },
  {
    name: 'claim skipped: purge deletes blobs before their claims are committed',
    inFull: true,
    replace: [
      /(?<=const purged = )await metadata\.assets\.purge\(request\)/g,
      `await (async () => {
        for (const id of request.ids ?? []) {
          const asset = await metadata.assets.get({ id });
          if (asset?.trashedAt) await core.blobs.delete(blobKeysOf(asset));
        }
        return metadata.assets.purge(request);
      })()`,
    ],
  },
  {
    name: 'claim skipped: an upload may use what a sweep has taken',
    inFull: true,
    replace: [/if ?\(changes ?!== ?1\) ?throw reservationLost\(\);?/g, ''],
  },
  {
    name: 'a content that is replaced is claimed in place of kept',
    inFull: true,
    replace: [/if ?\(version\.keepFor ?=== ?0\)(?= ?claim)/g, 'if (version.keepFor >= 0)'],
  },
  {
    name: 'assets that are attached stay pending',
    inFull: true,
    replace: [/keepPending\(sql, ?rows\)[;,]/g, ''],
  },
  {
    name: 'a change without its event',
    inFull: true,
    replace: [
      /(?<=let tenants ?= ?)(?=storeEvents\(transaction, ?done)/g,
      'done.verb === "setTrashed" ? new Set() : ',
    ],
  },
  {
    name: 'jobs deleted before they are done',
    inFull: true,
    replace: [
      /(?=next = await tracedIfHeard\("job", about)/g,
      'if (one.job.kind === "workload") await endings.complete(one);',
    ],
  },
  {
    name: 'backup: its folder not marked durably before the first file',
    inFull: true,
    replace: [
      /(?<=MARKER\), flags, FILE_MODE\)\);\s*)await fileSystem\.syncDirectory\(directory\);/g,
      '',
    ],
    session: { scenario: 'backups' },
    every: 1,
  },
  {
    name: 'backup: list of databases not durable before the database takes its place',
    inFull: true,
    replace: [/(?<=rename\(written, [^;]*;\s*)await fileSystem\.syncDirectory\(root\);/g, ''],
    session: { scenario: 'backups' },
    every: 1,
  },
  {
    name: 'backup: database not durable in its place before the files of the one before go',
    replace: [/(?<=rename\(next, database\);\s*)await fileSystem\.syncDirectory\(root\);/g, ''],
    session: { scenario: 'backups' },
    every: 1,
  },
  {
    name: 'blobs removed after a commit of unknown outcome: the answer was lost',
    inFull: true,
    replace: UNKNOWN_OUTCOME_IGNORED,
  },
  {
    name: 'blobs removed after a commit of unknown outcome: its sync failed',
    replace: UNKNOWN_OUTCOME_IGNORED,
    session: { scenario: 'failingSyncs', number: 5 },
    inFull: true,
  },
]

/** Makes the copy of the built package at `core` with the replacement made; fails when nothing matches. */
export async function mutate(core, copy, [pattern, replacement]) {
  await cp(core, copy, { recursive: true })
  await symlink(path.join(core, '../node_modules'), path.join(copy, 'node_modules'))
  await writeFile(path.join(copy, 'package.json'), '{ "type": "module" }\n')
  const found = await filesThatMatch(copy, pattern)
  if (found.length === 0) throw new Error(`Nothing in the built package matches ${pattern}.`)
  for (const { file, code } of found) {
    await writeFile(
      file,
      code.replace(pattern, () => replacement),
    )
  }
}

/** The names of the mutants that have no place in the built package at `core`, or are no code there. */
export async function mutantsOutOfPlace(core) {
  const names = []
  for (const { name, replace } of MUTANTS.filter((each) => each.replace !== undefined)) {
    const [pattern, replacement] = replace
    const found = await filesThatMatch(core, pattern)
    const mutated = found.map(({ code }) => code.replace(pattern, () => replacement))
    if (found.length === 0 || !(await areCode(mutated))) names.push(name)
  }
  return names
}

async function areCode(texts) {
  try {
    await Promise.all(texts.map((text) => transform(text, { format: 'esm' })))
    return true
  } catch {
    return false
  }
}

async function filesThatMatch(core, pattern) {
  const names = (await readdir(core)).filter((name) => name.endsWith('.js'))
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(core, name)
      return { file, code: await readFile(file, 'utf8') }
    }),
  )
  return files.filter(({ code }) => code.search(pattern) >= 0)
}

function isBelow(at, ...directories) {
  return directories.some((directory) => at === directory || at.startsWith(`${directory}/`))
}
