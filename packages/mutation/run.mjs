// Mutation testing: `npm run mutation -- [--targets store,blobs] [--one-in 10] [--seed 1] [--changed REV]`.
//
// Works on a copy of the repository, because it writes faults into the source files: packages import each other's
// sources. Prints the score of each target, and every fault that no test noticed. `--one-in N`: tries every Nth fault
// on average, drawn by `--seed`; 1 for all of them. Default 10. `--changed REV`: only files that differ from REV, and
// only the targets that they belong to. A sample of fewer than 50 faults is held against no aim.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyRepository, install } from './copy.mjs'
import { describeSurvivors, scoreOf } from './score.mjs'
import { NEVER, TARGETS } from './targets.mjs'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')
/** Path in the copy. */
const STRYKER = 'packages/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
const CONFIG = 'packages/mutation/stryker.config.mjs'
/** A score of fewer faults says too little to be held against an aim. */
const LEAST_JUDGED = 50

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: Object.keys(TARGETS).join(',') },
    'one-in': { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    changed: { type: 'string' },
    concurrency: { type: 'string', default: String(availableParallelism()) },
  },
})

const names = values.targets.split(',')
const unknown = names.filter((name) => TARGETS[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such target: ${unknown}. There are ${Object.keys(TARGETS).join(', ')}.`)
  process.exit(2)
}

const copy = await mkdtemp(path.join(tmpdir(), 'stowage-mutation-'))
let failed = 0
try {
  await copyRepository(REPOSITORY, copy)
  await install(copy)
  for (const name of names) failed += (await run(name)) ? 0 : 1
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`${names.length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed > 0 ? 1 : 0

/** Resolves to whether the target reached its aim. */
async function run(name) {
  const target = TARGETS[name]
  const mutate = [...filesOf(target), ...NEVER]
  if (mutate.length === NEVER.length) {
    console.log(`${name}: nothing changed`)
    return true
  }
  const report = path.join(copy, `mutation-${name}.json`)
  const setup = {
    mutate,
    tests: target.tests,
    threads: target.threads ?? false,
    report,
    share: 1 / Number(values['one-in']),
    seed: Number(values.seed),
    concurrency: Number(values.concurrency),
  }
  const child = spawn(process.execPath, [STRYKER, 'run', CONFIG, '--logLevel', 'warn'], {
    cwd: copy,
    env: { ...process.env, STOWAGE_MUTATION: JSON.stringify(setup) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    console.log(`${name}: FAIL: the run itself failed (${code})`)
    return false
  }
  const result = JSON.parse(await readFile(report, 'utf8'))
  const { score, killed, total, all } = scoreOf(result)
  const isJudged = target.aim !== undefined && total >= LEAST_JUDGED
  const ok = !isJudged || score >= target.aim
  const aim = isJudged ? `, aim ${target.aim} %` : ''
  console.log(
    `${name}: ${ok ? 'ok' : 'FAIL'}: ${score.toFixed(1)} % (${killed} of ${total} faults noticed, of ${all} in all${aim})`,
  )
  for (const line of describeSurvivors(result)) console.log(`  ${line}`)
  return ok
}

function filesOf({ mutate }) {
  if (values.changed === undefined) return mutate
  const changed = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', values.changed], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  return changed.split('\n').filter((file) => mutate.some((glob) => path.matchesGlob(file, glob)))
}
