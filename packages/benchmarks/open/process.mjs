// Opens stores with one build of the core, as its parent says, and answers with milliseconds: for the opening and the
// first call, of processor time for these, and for closing. Modules are loaded beforehand; what the core loads only
// when a store opens counts.
import { randomBytes } from 'node:crypto'

const [, , dist] = process.argv
const { openAssetStore } = await import(`${dist}/index.js`)

process.on('message', async (task) => {
  process.send(task.fill === undefined ? await measure(task) : await fill(task))
})

async function measure({ directories, first }) {
  const samples = []
  for (const directory of directories) {
    const file = Buffer.from(randomBytes(10_000).toString('hex'))
    const cpu = process.cpuUsage()
    const began = performance.now()
    const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    if (first === 'list') await store.list()
    if (first === 'upload') await store.upload(file, { name: 'a.txt' })
    const time = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    const closing = performance.now()
    await store.close()
    samples.push({ time, cpu: (user + system) / 1000, close: performance.now() - closing })
  }
  return samples
}

async function fill({ fill: count, directory }) {
  const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
  for (let done = 0; done < count; done += 100) {
    const files = Array.from({ length: Math.min(100, count - done) }, (_, n) => ({
      source: Buffer.from(`file ${done + n}`),
    }))
    await store.uploadMany(files)
  }
  await store.close()
  return []
}
