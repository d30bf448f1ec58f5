import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brief, median } from '../figures.mjs'
import { buildLibrary } from '../library.mjs'
import { startTarget } from '../process.mjs'
import { jpegOf } from '../samples.mjs'

const PAGES = ['first', 'middle', 'last']
const UPLOADS = 800
const NO_TIMES = { first: [], middle: [], last: [] }

/** Pages of lists of any length, and uploads into databases of any size; in the store, not over HTTP. */
export const lists = {
  name: 'lists',
  title: 'pages of 24 with their exact total',
  /** Starts only once, because filling the largest database takes minutes. */
  async run(_, { directory, starts, rounds, scale }) {
    const sizes = scale < 1 ? [1000, 1_000_000] : [1000, 1_000_000, 10_000_000]
    const photo = path.join(directory, 'photo.jpg')
    await writeFile(photo, await jpegOf(20_000))
    const targets = {}
    try {
      for (const size of sizes) targets[size] = await started(path.join(directory, `${size}`), size)
      targets.empty = await startTarget('lists', path.join(directory, 'empty'))
      const into = ['empty', String(sizes.at(-1))]
      return await measured(targets, { rounds: starts * rounds, photo, into })
    } finally {
      for (const target of Object.values(targets)) await target.stop()
    }
  },
  table,
  bars,
}

async function started(directory, size) {
  await mkdir(directory, { recursive: true })
  await buildLibrary(directory, size)
  return startTarget('lists', directory)
}

/** Rounds of every size in turn; the first warms up. */
async function measured(targets, { rounds, photo, into }) {
  const samples = Object.fromEntries(Object.keys(targets).map((size) => [size, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [size, target] of Object.entries(targets)) {
      // The other databases keep the length that the table names.
      const uploads = into.includes(size) ? await target.call('uploads', photo, UPLOADS) : null
      const times = size === 'empty' ? NO_TIMES : await target.call('pages', 200)
      const pages = PAGES.map((page) => times[page].sort((a, b) => a - b))
      const of = (share) => pages.map((each) => each[Math.floor(each.length * share)])
      if (round > 0) samples[size].push({ uploads, p50: of(0.5), p99: of(0.99) })
    }
  }
  return samples
}

function table({ title }, samples) {
  const head = [title, ...PAGES.map((page) => `${page}: p50, p99 µs`), 'uploads/s']
  const lines = Object.entries(samples).map(([size, own]) => {
    const cells = PAGES.map((_, index) => {
      const of = (key) => brief(median(own.map((sample) => sample[key][index])) * 1000)
      return size === 'empty' ? '' : `${of('p50')}, ${of('p99')}`
    })
    const name = size === 'empty' ? size : Number(size).toLocaleString('en-US')
    const rates = own.flatMap(({ uploads }) => uploads ?? [])
    return [name, ...cells, rates.length === 0 ? '' : brief(median(rates))]
  })
  const rule = ['---', ...head.slice(1).map(() => '--:')]
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function bars(_, samples) {
  const { empty, 1000: least, ...others } = samples
  const [largest] = Object.keys(others).slice(-1)
  const most = others[largest]
  const ratio = (of) => median(most.map((sample, round) => of(sample, round)))
  const found = PAGES.map((page, index) => {
    const value = ratio(({ p50 }, round) => p50[index] / least[round].p50[index])
    const what = `${page} page of ${Number(largest).toLocaleString('en-US')} to that of 1,000`
    return { what, bar: '≤ 2', value, holds: value <= 2 }
  })
  const value = ratio(({ uploads }, round) => uploads / empty[round].uploads)
  const what = `uploads into ${Number(largest).toLocaleString('en-US')} to those into none`
  return [...found, { what, bar: '≥ 0.7', value, holds: value >= 0.7 }]
}
