// serve, doctor, verify, backup, restore, sweep and migrate, one after the other on one store.
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { objectsOf, plain, run, runInTerminal, start } from './command.mjs'
import { makeFiles } from './files.mjs'
import { killedAtFiles } from './kills.mjs'

const FILES = 300

export async function upkeepScenes({ report, directory, full }) {
  const kills = full ? 10 : 2
  const at = (name) => path.join(directory, 'upkeep', name)
  const where = ['--directory', at('media')]
  const empty = await run(['doctor', '--json', ...where])
  report.check(
    'doctor says that there is no store yet',
    empty.exitCode === 0 && empty.stdout.includes('not there yet'),
  )
  await makeFiles(at('files'), FILES)
  await serveScenes(report, where, at('files'))

  const doctor = await runInTerminal(['doctor', ...where])
  report.check(
    'doctor finds all well',
    doctor.exitCode === 0 &&
      !plain(doctor.stdout).includes('✖') &&
      doctor.stdout.includes('SQLite'),
    plain(doctor.stdout).split('\n')[1],
  )
  const verified = await run(['verify', '--json', ...where])
  report.check('verify', verified.exitCode === 0 && objectsOf(verified.stdout)[0].files === FILES)

  const first = await run(['backup', at('backup'), '--json', ...where])
  const second = await run(['backup', at('backup'), '--json', ...where])
  report.check(
    'the second backup copies nothing',
    objectsOf(first.stdout)[0].copied === FILES && objectsOf(second.stdout)[0].copied === 0,
  )
  const restore = ['restore', '--backup', at('backup'), '--directory', at('restored')]
  const isOver = await killed(report, 'restore', restore, { directory: at('restored'), kills })
  const restored = await run(isOver ? ['verify', '--directory', at('restored')] : restore)
  report.check(
    'a backup becomes a store, and is whole',
    restored.exitCode === 0 && restored.stdout.includes('whole'),
    restored.stdout.trim(),
  )
  const over = await run(['restore', '--backup', at('backup'), ...where])
  report.check('it goes over no store', over.exitCode === 1 && over.stderr.includes('not empty'))

  const sweep = await run(['sweep', '--json', '--retention-days', '30', '--dry-run', ...where])
  report.check(
    'sweep counts first',
    sweep.exitCode === 0 && objectsOf(sweep.stdout)[0].would_purge === 0,
  )
  const asked = await run(['migrate', '--to-directory', at('moved'), ...where])
  report.check('migrate asks first', asked.exitCode === 2 && asked.stderr.includes('--yes'))
  const migrate = ['migrate', '--to-directory', at('moved'), '--yes', ...where]
  const isMoved = await killed(report, 'migrate', migrate, { directory: at('moved'), kills })
  const moved = isMoved ? { exitCode: 0, stdout: 'moved before it was killed' } : await run(migrate)
  const there = await run(['verify', '--json', '--directory', at('moved')])
  report.check(
    'migrate moves records and files',
    moved.exitCode === 0 && objectsOf(there.stdout)[0].files === FILES && there.exitCode === 0,
    moved.stdout.trim(),
  )
  const left = await run(['doctor', ...where])
  report.check(
    'doctor says that the store has moved away',
    left.exitCode === 1 && left.stdout.includes('has moved to another place'),
  )
}

/** Kills a command in the middle of copying, so that its next run shows whether that did harm. `true`: it ended before. */
async function killed(report, verb, args, { directory, kills }) {
  const { places, isOver } = await killedAtFiles(args, { directory, total: FILES, kills })
  report.check(
    `${verb}, killed in the middle`,
    places.length > 0,
    `${places.length} times, when ${places.join(', ')} of ${FILES} files were there`,
  )
  return isOver
}

async function serveScenes(report, where, files) {
  const { child, result } = start(['serve', '--port', '0', '--json', ...where])
  const [line] = await once(child.stdout, 'data')
  const { url, key } = JSON.parse(line)
  const imported = await run(['import', files, '--quiet'], {
    env: { STOWAGE_URL: url, STOWAGE_KEY: key },
  })
  report.check(
    'serve makes a store and a key at its first start',
    imported.exitCode === 0,
    imported.stdout.trim(),
  )
  const service = await run(['doctor', '--url', url], { env: { STOWAGE_KEY: key } })
  report.check('doctor of a service', service.exitCode === 0 && service.stdout.includes('clock'))
  const { mode } = await stat(path.join(where[1], 'signing-secret'))
  report.check('the secret of URLs is for its user alone', (mode & 0o077) === 0)
  child.kill('SIGINT')
  const { exitCode, stderr } = await result
  report.check('Ctrl-C ends serve with 0', exitCode === 0 && stderr === '', stderr)

  const screen = await runInTerminal(['serve', '--port', '0', ...where], {
    env: { NO_COLOR: '1' },
    answers: [{ when: /Ctrl-C stops/, type: '\u0003' }],
  })
  report.check(
    'the second start shows no key, and no colours with NO_COLOR',
    screen.exitCode === 0 && !screen.stdout.includes('stw_') && !screen.stdout.includes('\u001b['),
  )
}
