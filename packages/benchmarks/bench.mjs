// Compares Stowage with others, in turn. Rewrites its tables in README.md, unless `--only` or `--quick` leaves out
// some.
//
//   node bench.mjs [--only upload,content] [--targets stowage,raw] [--quick] [--starts 3] [--rounds 3] [--scale 1]
//     [--directory /var/tmp]
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { barsOf, barTable, tableOf } from './bench/figures.mjs'
import { startLoad } from './bench/process.mjs'
import { writeReport } from './bench/report.mjs'
import { runRounds } from './bench/rounds.mjs'
import { contentBeside, getBeside } from './bench/workloads/beside.mjs'
import { content, notModified, stream } from './bench/workloads/content.mjs'
import { lists } from './bench/workloads/lists.mjs'
import { largePictures, smallPictures } from './bench/workloads/pictures.mjs'
import { get, purge } from './bench/workloads/records.mjs'
import { starts } from './bench/workloads/starts.mjs'
import { bulk, large, upload } from './bench/workloads/uploads.mjs'

const WORKLOADS = [
  upload,
  large,
  bulk,
  smallPictures,
  largePictures,
  get,
  getBeside,
  content,
  contentBeside,
  notModified,
  stream,
  lists,
  purge,
  starts,
]

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    targets: { type: 'string' },
    quick: { type: 'boolean', default: false },
    starts: { type: 'string' },
    rounds: { type: 'string' },
    scale: { type: 'string' },
    directory: { type: 'string', default: tmpdir() },
  },
})
const wanted = options.only?.split(',')
const workloads = WORKLOADS.filter(({ name }) => wanted?.includes(name) ?? true)
const run = {
  starts: Number(options.starts ?? (options.quick ? 1 : 3)),
  rounds: Number(options.rounds ?? (options.quick ? 2 : 3)),
  scale: Number(options.scale ?? (options.quick ? 0.25 : 1)),
  only: options.targets?.split(','),
}

const sections = []
const bars = []
const load = startLoad()
const top = await mkdtemp(path.join(options.directory, 'stowage-benchmark-'))
try {
  for (const workload of workloads) {
    console.log(`\n${workload.name}: ${workload.title}`)
    const directory = path.join(top, workload.name)
    await mkdir(directory)
    const samples = await (workload.run ?? runRounds)(workload, { ...run, directory, load })
    const table = (workload.table ?? tableOf)(workload, samples)
    const held = heldBy(workload, samples)
    console.log(table)
    if (held.length > 0) console.log(barTable(held))
    sections.push(table)
    bars.push(...held.map((bar) => ({ ...bar, what: `${workload.title}: ${bar.what}` })))
  }
} finally {
  await load.stop()
  // Not after each workload: for every new file, ext4 without a journal skips what was deleted in the last minutes.
  await rm(top, { recursive: true })
}
const isWhole = wanted === undefined && run.only === undefined && run.scale === 1
if (isWhole) await writeReport({ bars: barTable(bars), tables: sections.join('\n\n') })

/** A workload of a special kind computes its own bars. */
function heldBy(workload, samples) {
  return typeof workload.bars === 'function'
    ? workload.bars(workload, samples)
    : barsOf(workload, samples)
}
