// A thousand streams of events are opened and closed while a thousand webhooks are delivered, to receivers that keep
// their connection, close it, or answer with more than is read. Afterwards the server must hold no more memory, files,
// sockets and timers than before. Linux.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../support/faults/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const MIB = 1024 ** 2
const HEAP_TOLERANCE = 6 * MIB
/** Uploads, each of which three webhooks hear of. */
const WARM_UP = 100
const UPLOADS = 334
/** Streams for each upload. */
const STREAMS = 3
const AT_ONCE = 8
const PATIENCE = 120_000

const report = createReport('streams: 1,000 streams of events, 1,000 deliveries')
await report.run(async () => {
  if (existsSync('/proc/self/fd')) await withTemporaryDirectory(main)
  else report.skip('streams and deliveries leave nothing', 'needs /proc')
})

async function main(directory) {
  const receiver = await startReceiver()
  await mkdir(directory, { recursive: true })
  const place = JSON.stringify({ directory, ports: [receiver.port] })
  const server = startProcess('streams/server.mjs', [place, receiver.port], {
    execArgv: ['--expose-gc', '--max-semi-space-size=1'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  })
  try {
    const { origin, tokens } = await server.says()
    const world = { server, receiver, origin, tokens }
    await load(world, WARM_UP)
    const before = await quietly(world)
    const opened = await load(world, UPLOADS)
    const after = await quietly(world)
    report.check(
      'every stream was opened, and every file told to each webhook',
      opened === UPLOADS * STREAMS && receiver.count() === 3 * (WARM_UP + UPLOADS),
      `${opened} streams, ${receiver.count()} deliveries`,
    )
    for (const what of ['files', 'resources']) {
      const figures = `${before[what]}, then ${after[what]}`
      report.check(`no more ${what} than before`, after[what] <= before[what], figures)
    }
    const mib = (bytes) => `${(bytes / MIB).toFixed(1)} MiB`
    report.check(
      `heap and buffers: at most ${mib(HEAP_TOLERANCE)} more than before`,
      after.heap - before.heap <= HEAP_TOLERANCE,
      `${mib(before.heap)}, then ${mib(after.heap)}`,
    )
    const left = await openStream(world, 0)
    const leaking = await server.ask('sample')
    report.check(
      'a stream that is left open would be seen',
      leaking.files > before.files && leaking.resources > before.resources,
      `${leaking.files} files, ${leaking.resources} resources`,
    )
    left.destroy()
    server.tell('close')
    const { code } = await server.exited
    report.check('the server ends when it is asked to', code === 0, String(code))
  } finally {
    await server.kill()
    await receiver.stop()
  }
}

/** Uploads files while streams come and go, until all deliveries have come. Resolves to how many streams there were. */
async function load(world, uploads) {
  const { server, receiver } = world
  const expected = receiver.count() + 3 * uploads
  let turn = 0
  let opened = 0
  const streaming = Array.from({ length: AT_ONCE }, async (_, lane) => {
    while (turn < uploads * STREAMS) {
      turn += 1
      const stream = await openStream(world, lane)
      opened += 1
      await sleep(turn % 4)
      stream.destroy()
    }
  })
  for (let n = 0; n < uploads; n += 1) await server.ask('upload')
  await Promise.all(streaming)
  for (const end = Date.now() + PATIENCE; receiver.count() < expected; await sleep(20)) {
    if (Date.now() > end) break
  }
  return opened
}

/** What the server holds once neither side has a connection. */
async function quietly({ server, receiver }) {
  receiver.closeAll()
  await sleep(500)
  return server.ask('quiet')
}

async function openStream({ origin, tokens }, lane) {
  const url = `${origin}/api/v1/events`
  const authorization = `Bearer ${tokens[lane % tokens.length]}`
  for (;;) {
    const asked = request(url, { headers: { authorization, accept: 'text/event-stream' } })
    asked.end()
    const [response] = await once(asked, 'response')
    response.on('error', () => {})
    asked.on('error', () => {})
    response.resume()
    if (response.statusCode === 200) return response
    response.destroy()
    // The server has not seen yet that the one before has gone.
    if (response.statusCode !== 429) throw new Error(`A stream was answered ${response.statusCode}`)
    await sleep(10)
  }
}

/** Three kinds of receivers: their paths say what they do. */
async function startReceiver() {
  let count = 0
  const server = createServer(async (req, res) => {
    for await (const _ of req);
    count += 1
    if (req.url === '/talks') res.end(Buffer.alloc(65_536, 'x'))
    else res.writeHead(204, req.url === '/closes' ? { connection: 'close' } : {}).end()
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return {
    port: server.address().port,
    count: () => count,
    closeAll: () => server.closeAllConnections(),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
