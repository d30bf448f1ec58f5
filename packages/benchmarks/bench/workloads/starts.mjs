import path from 'node:path'
import { brief, median } from '../figures.mjs'
import { startTarget } from '../process.mjs'

const TARGETS = { stowage: 'Stowage', express: 'Express with SQLite' }
const PARTS = ['imported', 'opened', 'answered', 'whole']

/** From the start of a process until it has answered a first request, on a folder that is not new. */
export const starts = {
  name: 'starts',
  title: 'first answer of a process',
  async run(_, { directory, starts: count, rounds, only }) {
    const names = Object.keys(TARGETS).filter((name) => only?.includes(name) ?? true)
    const samples = Object.fromEntries(names.map((name) => [name, []]))
    // The first start of each makes the folder and does not count.
    for (let round = 0; round <= count * rounds; round += 1) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const sample = await startOf(name, path.join(directory, name))
        if (round > 0) samples[name].push(sample)
      }
    }
    return samples
  },
  table({ title }, samples) {
    const head = [title, 'import ms', 'open ms', 'answer ms', 'in all ms']
    const lines = Object.entries(samples).map(([name, own]) => [
      TARGETS[name],
      ...PARTS.map((part) => brief(median(own.map((sample) => sample[part])))),
    ])
    const rule = ['---', ...head.slice(1).map(() => '--:')]
    return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  },
}

/** Milliseconds of each part; `whole` begins before there is a process. */
async function startOf(name, directory) {
  const began = performance.now()
  const target = await startTarget(name, directory)
  try {
    const asking = performance.now()
    const response = await fetch(`http://127.0.0.1:${target.port}${target.path}/none`, {
      headers: target.headers,
    })
    await response.arrayBuffer()
    const { imported, opened } = target
    const ended = performance.now()
    return { imported, opened, answered: ended - asking, whole: ended - began }
  } finally {
    await target.stop()
  }
}
