// Mixed load over HTTP, 64 requests at a time, on three adapters of one store. When no request runs, the server must
// hold no more memory, files and sockets than before. `--seconds 300` for the long run. Linux.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProcess } from '../support/faults/process.mjs'
import { filesLeftBelow } from '../support/ledger/blobs-on-disk.mjs'
import { reportVerdict } from '../support/ledger/verdict.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const MIB = 1024 ** 2
/** What may come on top of the sample after a fifth of the time: minute one of five. */
const RSS_TOLERANCE = 64 * MIB
const LOWEST_RSS_TOLERANCE = 24 * MIB
/**
 * Before that the allocator has not settled: on a slow, busy machine its pool was seen to step by 40 and by 60 MiB. What
 * leaks within seconds shows in the heap and the buffers.
 */
const SECONDS_UNTIL_SETTLED = 120
const HEAP_TOLERANCE = 6 * MIB

/**
 * Threads with a pool and a nursery each fill them in the first minutes, which looks like a leak to a short run. With
 * one pool and small nurseries, memory is flat after seconds, and what leaks stands out.
 */
const ONE_POOL = {
  execArgv: ['--expose-gc', '--max-semi-space-size=1'],
  env: { ...process.env, MALLOC_ARENA_MAX: '1' },
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
  },
})
const seconds = Number(values.seconds)
const samples = Math.max(5, Math.round(seconds / 10))

const report = createReport(`soak: ${seconds} s of mixed load, 64 at once`)
await report.run(async () => {
  if (existsSync('/proc/self/fd')) await withTemporaryDirectory(main)
  else report.skip('what the server holds stays flat', 'needs /proc')
})

async function main(directory) {
  const server = startProcess('soak/server.mjs', [directory], ONE_POOL)
  const { origins, token } = await server.says()
  const options = JSON.stringify({ origins, token, seed: Number(values.seed) })
  const client = startProcess('soak/client.mjs', [options])
  const rows = []
  report.note('    s  requests  files (busy)  resources  staged (busy)     RSS    heap  assets')
  for (let number = 1; number <= samples; number += 1) {
    await client.ask('resume')
    await sleep((seconds * 1000) / samples)
    const busy = await server.ask('sample')
    const counts = await client.ask('pause')
    const row = { ...(await server.ask('quiet')), busy, counts }
    rows.push(row)
    report.note(line((number * seconds) / samples, row))
  }
  const counts = await client.ask('finish')
  const left = await filesLeftBelow(directory)
  const { errors } = await server.ask('close')
  const { code, signal } = await Promise.race([
    server.exited,
    sleep(10_000, { code: 'still there' }),
  ])
  if (code === 'still there') await server.kill()
  judge(rows, counts)
  reportVerdict(report, counts.verdict, {
    where: 'by the ledger of the clients',
    figures: `${counts.compared} assets compared, ${counts.purged} purged`,
  })
  for (const plant of counts.plants) report.check(...plant)
  report.check(
    'every file is gone when everything is purged',
    left.length === 0,
    `${left.length} files`,
  )
  report.check(
    'nothing failed behind the requests',
    errors.length === 0,
    errors.slice(0, 3).join(' '),
  )
  report.check('the server ends when it is asked to', code === 0, `${code ?? signal}`)
}

function judge(rows, { requests, verbs, statuses, unexpected }) {
  const perHour = (requests / 3600).toFixed(1)
  report.note(`${requests} requests: an hour of ${perHour} a second`)
  report.note(
    Object.entries(verbs)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  const failures = Object.keys(statuses).filter((status) => status >= '500')
  report.check('no answer is 5xx', failures.length === 0, JSON.stringify(statuses))
  report.check(
    'no answer is another than expected',
    unexpected.length === 0,
    unexpected.slice(0, 3).join(' '),
  )

  const [base, ...later] = rows.slice(Math.floor(rows.length / 5) - 1)
  const most = (of) => Math.max(...later.map((row) => row[of]))
  const fewest = (of) => Math.min(...rows.slice(-Math.ceil(rows.length / 3)).map((row) => row[of]))
  flat('open files', base.files, most('files'), 0)
  // One may be at work just now, as long as it comes to its end.
  flat('active resources at their fewest in the last third', base.resources, fewest('resources'), 0)
  flat('files in staging', 0, most('staged'), 0)
  // What the allocator keeps for later comes and goes, by more than what a short run could leak: the lowest of the end is
  // compared with the most of the beginning.
  if (seconds >= SECONDS_UNTIL_SETTLED) {
    flat('RSS', base.rss, most('rss'), RSS_TOLERANCE)
    const early = rows.slice(0, Math.ceil(rows.length * 0.4)).map(({ rss }) => rss)
    flat(
      'RSS at its lowest in the last third',
      Math.max(...early),
      fewest('rss'),
      LOWEST_RSS_TOLERANCE,
    )
  }
  flat('heap and buffers', base.heap, most('heap'), HEAP_TOLERANCE)
}

/** Checks that what came after `base` is not much more. */
function flat(what, base, later, tolerance) {
  const show = (value) => (tolerance > 0 ? `${(value / MIB).toFixed(1)} MiB` : value)
  report.check(
    `${what}: at most ${show(tolerance)} more than after the warm-up`,
    later - base <= tolerance,
    `${show(base)}, then ${show(later)}`,
  )
}

function line(second, { files, resources, staged, rss, heap, busy, counts }) {
  const mib = (bytes) => `${(bytes / MIB).toFixed(1)}`.padStart(7)
  const columns = [
    String(Math.round(second)).padStart(4),
    String(counts.requests).padStart(9),
    `${files} (${busy.files})`.padStart(13),
    String(resources).padStart(10),
    `${staged} (${busy.staged})`.padStart(14),
    mib(rss),
    mib(heap),
    String(counts.assets).padStart(7),
  ]
  return columns.join(' ')
}
