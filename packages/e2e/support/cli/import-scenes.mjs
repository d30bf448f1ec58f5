// import and export: killed, interrupted, re-run, with a bar, with hostile names.
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { objectsOf, plain, run, runInTerminal } from './command.mjs'
import { countIn, makeFiles } from './files.mjs'
import { killedAtLines } from './kills.mjs'
import { withPlace } from './place.mjs'

/** Files, and how often each command is killed. */
const SHORT = { count: 300, kills: 2 }
const FULL = { count: 800, kills: 10 }
const HOSTILE = [
  '\u001b[2J\u001b]0;owned\u0007.bin',
  'say "hi" %22.bin',
  'con.bin',
  '-rf.bin',
  'a\nb.bin',
]

export async function importScenes({ report, directory, full, kind }) {
  const { count, kills } = full ? FULL : SHORT
  const files = path.join(directory, `files-${kind}`)
  await makeFiles(files, count)
  for (const name of HOSTILE) await writeFile(path.join(files, name), name)
  await withPlace(path.join(directory, `import-${kind}`), kind, async (place) => {
    const check = (name, ...others) => report.check(`${kind}: ${name}`, ...others)
    const scene = { check, files, count, kills, ...place }
    await importIsKilled(scene)
    await exportIsKilled(scene)
    await interrupted(scene)
  })
}

/** Kills the command again and again, early enough that each run has something left to do. Resolves to how often. */
async function killAll(args, { count, kills }) {
  let killed = 0
  for (let round = 0; round < kills; round += 1) {
    const lines = 10 + Math.floor((Math.random() * count) / kills / 2)
    if (await killedAtLines(args, lines)) killed += 1
  }
  return killed
}

async function importIsKilled({ check, files, count, kills, store, where }) {
  const args = ['import', files, '--into', 'Trips/2026', '--json', ...where]
  const killed = await killAll(args, { count, kills })
  const before = await countIn(store)
  const last = await run(args)
  const after = await countIn(store)
  const total = count + HOSTILE.length
  const summary = objectsOf(last.stdout).at(-1)
  check(
    'an import that is killed in the middle and re-run loses and doubles nothing',
    killed > 0 && last.exitCode === 0 && after.assets === total && after.distinct === total,
    `killed ${killed} times, ${before.assets} before the last run, ${JSON.stringify(summary)}`,
  )
  const again = await run(['import', files, '--into', 'Trips/2026', ...where])
  check(
    'the next import stores nothing',
    again.exitCode === 0 &&
      again.stdout.includes(`✔ 0 stored   ${total} were here already`) &&
      again.stderr === '',
    again.stdout.trim().split('\n').at(-1),
  )
  const quiet = await run(['import', files, '--into', 'Trips/2026', '--quiet', ...where])
  check(
    '--quiet prints the result alone',
    quiet.stdout.split('\n').length === 2 && quiet.stderr === '',
  )
}

async function exportIsKilled({ check, count, kills, store, where, out }) {
  const args = ['export', out, '--json', ...where]
  const killed = await killAll(args, { count, kills })
  const last = await run(args)
  const manifest = path.join(out, 'manifest.jsonl')
  const listed = objectsOf(await readFile(manifest, 'utf8'))
  const { assets } = await countIn(store)
  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const written = entries.filter((entry) => entry.isFile()).length
  check(
    'an export that is killed in the middle and re-run has each file once',
    killed > 0 && last.exitCode === 0 && listed.length === assets && written === assets + 1,
    `killed ${killed} times, ${written} files, ${listed.length} lines`,
  )
  const names = entries.map(({ name }) => name)
  check(
    'it has no name that some file system would refuse',
    names.every((name) => !/[\p{Cc}<>:"/\\|?*]|[. ]$|^con\./iu.test(name)),
  )
  await writeFile(path.join(out, listed[0].path), 'changed')
  const changed = await run(args)
  check(
    'it writes over no file that was changed',
    changed.exitCode === 1 && changed.stderr.includes('--force'),
  )
  const back = await run(['import', '--manifest', manifest, '--quiet', ...where])
  check(
    'what it wrote is imported back, but for what was changed',
    back.exitCode === 1 && back.stdout.includes(`${assets - 1} were here already`),
    back.stdout.trim(),
  )
  await rm(out, { recursive: true })
}

async function interrupted({ check, files, where, out }) {
  const stopped = await runInTerminal(
    ['import', files, '--into', 'Stopped', '--parallel', '1', ...where],
    { answers: [{ when: /Importing/, type: '\u0003' }] },
  )
  check(
    'Ctrl-C stops an import cleanly and says how to go on',
    stopped.exitCode === 130 && stopped.stdout.includes('Run the same command again'),
    `exit ${stopped.exitCode}`,
  )
  const rest = await run(['import', files, '--into', 'Stopped', ...where])
  check('and the next run goes on', rest.exitCode === 0 && !rest.stdout.includes('\u001b'))
  const halted = await runInTerminal(['export', out, '--parallel', '1', ...where], {
    answers: [{ when: /Exporting/, type: '\u0003' }],
  })
  check(
    'Ctrl-C stops an export',
    halted.exitCode === 130,
    plain(halted.stdout).trim().split('\n').at(-1),
  )
  await rm(out, { recursive: true, force: true })
}

/** Links and manifests that lead out of the folder. */
export async function outsideScene({ report, directory }) {
  const inside = path.join(directory, 'inside')
  await makeFiles(inside, 1)
  const secret = path.join(directory, 'secret.txt')
  await writeFile(secret, 'secret')
  await symlink(secret, path.join(inside, 'link.txt'))
  await symlink(directory, path.join(inside, 'up'))
  await writeFile(path.join(inside, 'list.csv'), 'path\n../secret.txt\nlink.txt\n')
  const where = ['--directory', path.join(directory, 'reach')]
  const folder = await run(['import', inside, '--json', ...where])
  const manifest = await run(['import', '--manifest', path.join(inside, 'list.csv'), ...where])
  const names = objectsOf((await run(['ls', '--json', ...where])).stdout).map(({ name }) => name)
  report.check(
    'links and manifests lead to nothing outside the folder',
    folder.exitCode === 0 &&
      manifest.exitCode === 1 &&
      names.sort().join() === 'file 0.bin,list.csv',
    names.join(),
  )
}
