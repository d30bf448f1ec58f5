// Runs each benchmark that has a short form in that form, so that none fails unnoticed. The figures mean nothing: `npm
// run test:full` only checks that the benchmarks succeed. Rewrites nothing.
import { spawnSync } from 'node:child_process'

const RUNS = [
  ['open.mjs', ['--assets', '50', '--rounds', '2']],
  ['find.mjs', ['--rows', '2000']],
  ['bench.mjs', ['--scale', '0.02', '--starts', '1', '--rounds', '1']],
  ['postgres.mjs', [], { ROWS: '2000', SECONDS: '1' }],
  ['jobs.mjs', [], { JOBS: '300', ROUNDS: '1' }],
  ['feed.mjs', ['--rounds', '1', '--scale', '0.1']],
  ['scale.mjs', [], { ROWS: '2000', SECONDS: '1' }],
]

let failed = 0
for (const [script, args, env] of RUNS) {
  console.log(`-- ${script} ${args.join(' ')}`)
  const run = spawnSync(process.execPath, [script, ...args], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: Object.assign({}, process.env, env),
  })
  if (run.status !== 0) failed += 1
}
console.log(`${RUNS.length - failed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed > 0 ? 1 : 0
