// ls, show, get, trash, restore, purge, usage and keys: on a folder and on a service, with hostile names.

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { objectsOf, plain, run, runInTerminal } from './command.mjs'
import { withPlace } from './place.mjs'

const HOSTILE = [
  '\u001b[2J\u001b]0;owned\u0007.txt',
  '\u009b31mred.txt',
  'txt.\u202eexe.doc',
  '$(touch owned).txt',
  "'; rm -rf x.txt",
  'con.txt',
  '-rf.txt',
]
const UNKNOWN = '0199c0de-0000-7000-8000-000000000000'

export function assetScenes({ report, directory, kind }) {
  return withPlace(path.join(directory, kind), kind, (place) => scenes({ report, kind, ...place }))
}

async function scenes({ report, kind, store, where, out }) {
  const check = (name, passed, detail) => report.check(`${kind}: ${name}`, passed, detail)
  for (const name of HOSTILE)
    await store.upload(Buffer.from(name), { name, title: name, tags: ['hostile'] })
  for (let index = 0; index < 150; index += 1) {
    await store.upload(Buffer.from(`file ${index}`), { name: `file-${index}.txt`, tags: ['plain'] })
  }

  const json = await run(['ls', '--json', ...where])
  const all = objectsOf(json.stdout)
  check(
    'ls --json gives every file, one object a line',
    all.length === 157 && json.stderr === '',
    `${all.length}`,
  )
  const table = await run(['ls', ...where])
  check(
    'ls shows a hundred, and says how many there are',
    table.stdout.split('\n').length === 102 && table.stderr.includes('100 of 157 files'),
  )
  const head = await run(['ls', '--all', '--no-such', ...where])
  check('a wrong option does nothing', head.exitCode === 2)

  const screens = []
  for (const args of [
    ['ls', '--tag', 'hostile'],
    ['ls', '--json', '--tag', 'hostile'],
    ['show', ...all.slice(-7).map(({ id }) => id)],
    ['trash', '--dry-run', '--tag', 'hostile'],
  ]) {
    screens.push(
      (await runInTerminal([...args, ...where], { columns: 160, env: { NO_COLOR: '1' } })).stdout,
    )
  }
  const raw = screens.some((screen) => /(?![\r\n])\p{Cc}|[\u202a-\u202e]/u.test(screen))
  check(
    'no control character of a name reaches the terminal',
    !raw && screens.every((screen) => screen.includes('owned') || screen.includes('red')),
  )

  const coloured = await runInTerminal(['ls', '--limit', '1', ...where])
  const without = await runInTerminal(['ls', '--limit', '1', ...where], { env: { NO_COLOR: '1' } })
  check(
    'colours on a terminal, none with NO_COLOR',
    coloured.stdout.includes('\u001b[') && !without.stdout.includes('\u001b['),
  )
  const forced = await run(['ls', '--limit', '1', ...where], { env: { FORCE_COLOR: '1' } })
  check(
    'colours in a pipe with FORCE_COLOR alone',
    forced.stdout.includes('\u001b[') && !table.stdout.includes('\u001b['),
  )

  const got = await run(['get', '--tag', 'hostile', '-o', out, ...where])
  const names = await readdir(out)
  check(
    'get writes hostile names as plain files of one folder',
    got.exitCode === 0 &&
      names.length === HOSTILE.length &&
      names.every((name) => !/\p{Cc}|[<>:"/\\|?*\u202e]/u.test(name)),
    JSON.stringify(names),
  )
  const again = await run(['get', '--tag', 'hostile', '-o', out, ...where])
  check(
    'get overwrites nothing',
    again.exitCode === 1 && (await readdir(out)).length === names.length,
  )
  const [{ id, sha256 }] = all
  const piped = await run(['get', id, '-o', '-', ...where])
  check('get -o - gives the bytes', piped.stdout === 'file 149' && sha256.length === 64)

  const refused = await run(['trash', '--tag', 'plain', ...where])
  check(
    'nothing is changed where nobody can be asked',
    refused.exitCode === 2 && (await store.usage()).assets === 157,
  )
  const no = await runInTerminal(['trash', '--tag', 'plain', ...where], {
    answers: [{ when: /\[y\/N\]/, type: 'n\r' }],
  })
  check(
    'a person who says no keeps all',
    no.exitCode === 1 &&
      plain(no.stdout).includes('Move 150 files to the trash?') &&
      (await store.usage()).assets === 157,
  )
  const stopped = await runInTerminal(['trash', '--tag', 'plain', ...where], {
    answers: [{ when: /\[y\/N\]/, type: '\u0003' }],
  })
  check(
    'Ctrl-C at the question ends with 130',
    stopped.exitCode === 130 && (await store.usage()).assets === 157,
    `exit ${stopped.exitCode}`,
  )
  const yes = await runInTerminal(['trash', '--tag', 'plain', ...where], {
    answers: [{ when: /\[y\/N\]/, type: 'y\r' }],
  })
  check(
    'a person who says yes moves them',
    yes.exitCode === 0 && (await store.usage()).trashedAssets === 150,
  )
  const some = await run(['restore', id, UNKNOWN, ...where])
  check(
    'one id that there is not: the other is restored, exit 1',
    some.exitCode === 1 && (await store.usage()).trashedAssets === 149,
  )
  const ids = await run(['ls', '-q', '--trashed', ...where])
  const purged = await run(['purge', '--yes', '-', ...where], { stdin: ids.stdout })
  check(
    'ids of one command are purged by the next',
    purged.exitCode === 0 && (await store.usage()).trashedAssets === 0,
    purged.stdout.trim(),
  )

  const made = await run(['keys', 'create', 'made', '--permissions', 'read', '-q', ...where])
  const token = made.stdout.trim()
  check(
    'keys create prints the key alone with --quiet',
    /^stw_\w{12}_\w+$/.test(token) &&
      made.stderr === '' &&
      (await store.keys.verify(token)) !== null,
  )
  const revoked = await run(['keys', 'revoke', token.split('_')[1], '--yes', ...where])
  check('keys revoke', revoked.exitCode === 0 && (await store.keys.verify(token)) === null)
  const usage = objectsOf((await run(['usage', '--json', ...where])).stdout)
  check(
    'usage --json',
    usage.length === 1 && usage[0].assets === 8 && usage[0].trashed_assets === 0,
  )
}
