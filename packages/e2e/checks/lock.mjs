// Another process holds SQLite's write lock for three seconds. Meanwhile uploads must wait, reads must go on, and the
// event loop of the app that embeds the store must not block.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../support/faults/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const HELD = 3_000
const ALLOWED = 20
const HOLDER = fileURLToPath(new URL('../support/lock-holder.mjs', import.meta.url))

const report = createReport(`lock: another process holds the write lock for ${HELD} ms`)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const app = startProcess('embedding.mjs', [directory])
    const { origin, token } = await app.says()
    const client = createClient(origin, token)
    try {
      await client.run(1_000)
      const without = await measure(app, client, () => client.run(HELD))
      const held = await measure(app, client, () =>
        Promise.all([hold(directory), client.run(HELD)]),
      )
      judge(without, held)
    } finally {
      app.tell('close')
      await app.exited
    }
  }),
)

function judge(without, held) {
  report.note(`without the lock: ${describe(without)}`)
  report.note(`with the lock held: ${describe(held)}`)
  report.check('every upload is answered 201', held.failures.length === 0, held.failures.join(' '))
  report.check('reads go on while it is held', held.reads > 20, `${held.reads} reads`)
  report.check(
    'uploads wait for it',
    held.slowestUpload > HELD * 0.8,
    `the slowest took ${held.slowestUpload.toFixed(0)} ms`,
  )
  report.check(
    `it holds the event loop up by at most ${ALLOWED} ms more than the same load without it`,
    held.max <= Math.max(ALLOWED, without.max + ALLOWED),
    `longest delay ${held.max.toFixed(1)} ms, without the lock ${without.max.toFixed(1)} ms`,
  )
}

function describe({ uploads, reads, max, p99 }) {
  return `${uploads} uploads, ${reads} reads, event loop delay max ${max.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

async function measure(app, client, body) {
  await app.ask('start')
  client.reset()
  await body()
  const counts = client.counts()
  return { ...counts, ...(await app.ask('stop')) }
}

async function hold(directory) {
  const database = path.join(directory, 'stowage.db')
  const holder = spawn(process.execPath, [HOLDER, database, String(HELD)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(holder, 'exit')
  if (code !== 0) throw new Error('The lock could not be held.')
}

/** Two uploaders and two readers, each with one request at a time. */
function createClient(origin, token) {
  const headers = { authorization: `Bearer ${token}` }
  let counted
  const client = {
    reset() {
      counted = { uploads: 0, reads: 0, slowestUpload: 0, failures: [] }
    },
    counts: () => counted,
    async run(milliseconds) {
      const until = performance.now() + milliseconds
      await Promise.all([upload(until), upload(until), read(until), read(until)])
    },
  }
  client.reset()
  return client

  async function upload(until) {
    while (performance.now() < until) {
      const started = performance.now()
      const body = new FormData()
      body.append('file', new Blob(['a small file']), 'small.txt')
      const response = await fetch(`${origin}/api/v1/assets`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      counted.uploads += 1
      counted.slowestUpload = Math.max(counted.slowestUpload, performance.now() - started)
      if (response.status !== 201) counted.failures.push(response.status)
    }
  }

  async function read(until) {
    while (performance.now() < until) {
      const list = await fetch(`${origin}/api/v1/assets`, { headers })
      const { data } = await list.json()
      counted.reads += 1
      if (list.status !== 200) counted.failures.push(list.status)
      if (data[0] === undefined) continue
      const file = await fetch(data[0].attributes.url, { headers })
      await file.arrayBuffer()
      counted.reads += 1
      if (file.status !== 200) counted.failures.push(file.status)
    }
  }
}
