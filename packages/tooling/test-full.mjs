// `npm run test:full`: the long versions of the runs that `npm test` and `.ci/run` shorten, and mutation tests of the
// files that changed in the last day. Takes hours. `npm run test:full -- crash chaos` runs only these two. Random cases
// have other seeds in each run; `STOWAGE_FIRST_SEED=<seed> npm run test:full -- chaos` repeats those of an earlier one.
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const TOP = path.resolve(import.meta.dirname, '../..')
const E2E = ['run', '--silent', '--prefix', 'packages/e2e']

const STEPS = {
  chaos: ['run', '--silent', 'chaos', '--', '--reporter=default', closingLine()],
  contracts: ['run', '--silent', 'contracts', '--', '--reporter=default', closingLine()],
  differential: ['run', '--silent', 'differential', '--', '--reporter=default', closingLine()],
  crash: [...E2E, 'crash:full'],
  'power-loss': [...E2E, 'power-loss:full'],
  backup: [...E2E, 'backup:full'],
  'disk-full': [...E2E, 'disk-full:full'],
  pictures: [...E2E, 'pictures:full'],
  facts: [...E2E, 'facts'],
  soak: [...E2E, 'soak:full'],
  fuzz: [...E2E, 'fuzz:full'],
  attacks: [...E2E, 'attacks:full'],
  'open-files': [...E2E, 'open-files:full'],
  permission: [...E2E, 'permission'],
  clocks: [...E2E, 'clocks:full'],
  'signed-cache': [...E2E, 'signed-cache:full'],
  node24: [...E2E, 'node24:full'],
  packaging: [...E2E, 'packaging:full'],
  'no-compiler': [...E2E, 'no-compiler:full'],
  'fetch-apps': [...E2E, 'fetch-apps'],
  'openapi-tools': [...E2E, 'openapi-tools'],
  guides: [...E2E, 'guides'],
  'next-guide': [...E2E, 'next-guide:full'],
  cluster: [...E2E, 'cluster:full'],
  import: [...E2E, 'import:full'],
  'import-tools': [...E2E, 'import-tools'],
  replace: [...E2E, 'replace:full'],
  erase: [...E2E, 'erase:full'],
  migrate: [...E2E, 'migrate:full'],
  folders: [...E2E, 'folders:full'],
  owners: [...E2E, 'owners:full'],
  feed: [...E2E, 'feed:full'],
  jobs: [...E2E, 'jobs:full'],
  webhooks: [...E2E, 'webhooks:full'],
  matching: [...E2E, 'matching:full'],
  pgbouncer: [...E2E, 'pgbouncer:full'],
  accel: [...E2E, 'accel'],
  uploaders: [...E2E, 'uploaders'],
  gallery: [...E2E, 'gallery:full'],
  cli: [...E2E, 'cli:full'],
  container: [...E2E, 'container:full'],
  benchmarks: ['run', '--silent', '--prefix', 'packages/benchmarks', 'short'],
  forgotten: ['run', '--silent', '--prefix', 'packages/mutation', 'forgotten'],
  mutation: ['run', '--silent', 'mutation', '--', '--changed', aDayAgo(), '--one-in', '20'],
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => STEPS[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such step: ${unknown}. There are ${Object.keys(STEPS).join(', ')}.`)
  process.exit(2)
}

process.env.STOWAGE_FIRST_SEED ??= String(randomInt(100_000_000))
console.log(`The first seed of random cases: ${process.env.STOWAGE_FIRST_SEED}`)

const counts = [0, 0, 0]
for (const name of named.length > 0 ? named : Object.keys(STEPS)) {
  console.log(`\n== ${name}`)
  const counted = await step(STEPS[name])
  counted.forEach((count, index) => {
    counts[index] += count
  })
}
console.log(`\n${counts[0]} passed, ${counts[1]} failed, ${counts[2]} skipped`)
process.exitCode = counts[1] > 0 ? 1 : 0

/** Passed, failed and skipped: from the last line that reports them, else from the exit code. */
async function step(command) {
  const child = spawn('npm', command, { cwd: TOP, stdio: ['ignore', 'pipe', 'inherit'] })
  let counted = null
  for await (const line of createInterface(child.stdout)) {
    console.log(line)
    const numbers = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line)
    if (numbers !== null) counted = numbers.slice(1).map(Number)
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (counted === null) return code === 0 ? [1, 0, 0] : [0, 1, 0]
  if (code !== 0 && counted[1] === 0) counted[1] = 1
  return counted
}

function closingLine() {
  return '--reporter=./packages/tooling/closing-line.mjs'
}

function aDayAgo() {
  const git = (...args) => execFileSync('git', args, { cwd: TOP, encoding: 'utf8' }).trim()
  return (
    git('rev-list', '-1', '--before=1 day ago', 'HEAD') ||
    git('rev-list', '--max-parents=0', 'HEAD').split('\n')[0]
  )
}
