// Measures how long a store on SQLite takes to open: a new one and one with 1,000 assets, alone and with the first
// upload or list, in a new process and repeatedly in one. `--against folder` takes turns with the `dist` of another
// build of the core, such as that of the previous commit, and prints the ratios. Writes nothing.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brief, median } from './bench/figures.mjs'

const OWN = path.resolve(import.meta.dirname, '../core/dist')
const PROCESS = path.join(import.meta.dirname, 'open/process.mjs')

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    assets: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '30' },
    directory: { type: 'string', default: tmpdir() },
  },
})
const rounds = Number(values.rounds)
const builds = { here: OWN, ...(values.against && { before: path.resolve(values.against) }) }
let copies = 0
const directory = await mkdtemp(path.join(values.directory, 'stowage-open-'))
try {
  const filled = path.join(directory, 'filled')
  await run(OWN, { fill: Number(values.assets), directory: filled })
  const table = []
  for (const [what, first] of [
    ['open', null],
    ['open and list', 'list'],
    ['open and upload 20 KB', 'upload'],
  ]) {
    for (const store of ['new', `of ${values.assets} assets`]) {
      const from = store === 'new' ? null : filled
      const rows = [
        [`${what}, ${store}, first of a process`, await fresh({ from, first })],
        [`${what}, ${store}, later in a process`, await repeated({ from, first })],
      ]
      for (const [name, samples] of rows) table.push(lineOf(name, samples))
    }
  }
  console.table(Object.assign({}, ...table))
} finally {
  await rm(directory, { recursive: true })
}

/** One process for each opening; the builds take turns. */
async function fresh({ from, first }) {
  const samples = samplesOf()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, dist] of inTurn(round)) {
      const own = await copyOf(from)
      const [sample] = await run(dist, { directories: [own], first })
      samples[name].push(sample)
      await rm(own, { recursive: true, force: true })
    }
  }
  return samples
}

/** In one process of each build, after five openings that do not count; the processes take turns. */
async function repeated({ from, first }) {
  const samples = samplesOf()
  const started = Object.entries(builds).map(([name, dist]) => [name, start(dist)])
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, child] of round % 2 === 0 ? started : started.toReversed()) {
      const own = await copyOf(from)
      const [sample] = await ask(child, { directories: [own], first })
      if (round >= 0) samples[name].push(sample)
      await rm(own, { recursive: true, force: true })
    }
  }
  for (const [, child] of started) child.disconnect()
  return samples
}

function samplesOf() {
  return Object.fromEntries(Object.keys(builds).map((name) => [name, []]))
}

function inTurn(round) {
  const entries = Object.entries(builds)
  return round % 2 === 0 ? entries : entries.toReversed()
}

async function copyOf(from) {
  copies += 1
  const own = path.join(directory, `store-${copies}`)
  // Nothing reads the files, so the database is enough.
  if (from !== null) await cp(path.join(from, 'stowage.db'), path.join(own, 'stowage.db'))
  return own
}

function start(dist) {
  return fork(PROCESS, [dist], { execArgv: [] })
}

async function ask(child, task) {
  child.send(task)
  const [samples] = await once(child, 'message')
  return samples
}

async function run(dist, task) {
  const child = start(dist)
  const samples = await ask(child, task)
  child.disconnect()
  await once(child, 'exit')
  return samples
}

/** Medians; the ratio is the median of the rounds' ratios. */
function lineOf(name, samples) {
  const of = (build, member) => brief(median(samples[build].map((sample) => sample[member])))
  const line = {
    ms: of('here', 'time'),
    'cpu ms': of('here', 'cpu'),
    'close ms': of('here', 'close'),
  }
  if (samples.before !== undefined) {
    const ratios = samples.here.map(({ time }, round) => time / samples.before[round].time)
    Object.assign(line, {
      'before ms': of('before', 'time'),
      'before cpu ms': of('before', 'cpu'),
      'before close ms': of('before', 'close'),
      ratio: brief(median(ratios)),
    })
  }
  return { [name]: line }
}
