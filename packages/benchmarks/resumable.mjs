// Measures what it costs to send a file so that it can be resumed: rate, processor time of the server's process and how
// much that process grows, beside a plain upload of the same bytes, in turns on one server with SQLite and a folder. Set
// TMPDIR to the disk to measure. Prints the median of the ratios of the rounds, the least and the greatest.
//
//   node resumable.mjs [--mib 512] [--rounds 5] [--at-once 64]
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { brief, median } from './bench/figures.mjs'

const MIB = 2 ** 20
/** The bytes are sent again and again: nothing on the way may be compressed or cached. */
const CHUNK = randomBytes(MIB)

if (process.argv[2] === 'serve') await serve(process.argv[3])
else await measure()

async function serve(directory) {
  const { openAssetStore } = await import('@stowage/core')
  const { createNodeHandler } = await import('@stowage/node')
  const store = await openAssetStore({ directory, limits: { fileSize: 4 * 1024 * MIB } })
  const { token } = await store.keys.create({ name: 'benchmark' })
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000 },
    createNodeHandler(store),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let peak = 0
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20).unref()
  process.on('message', async (message) => {
    if (message === 'end') {
      server.closeAllConnections()
      server.close()
      await store.close()
      process.exit(0)
    }
    const { user, system } = process.cpuUsage()
    process.send({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss(), peak })
    peak = 0
  })
  process.send({ port: server.address().port, token })
}

async function measure() {
  const { values } = parseArgs({
    options: {
      mib: { type: 'string', default: '512' },
      rounds: { type: 'string', default: '5' },
      'at-once': { type: 'string', default: '64' },
    },
  })
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-resumable-'))
  const child = fork(import.meta.filename, ['serve', directory])
  try {
    const [{ port, token }] = await once(child, 'message')
    const client = clientOf(port, token)
    const look = async () => {
      child.send('look')
      const [looked] = await once(child, 'message')
      return looked
    }
    const ways = { plain: client.plain, 'plain, again': client.plain, resumable: client.resumable }
    await compare({ ways, look, mib: Number(values.mib), rounds: Number(values.rounds) })
    for (const [name, send] of Object.entries({
      plain: client.plain,
      resumable: client.resumable,
    })) {
      await grow(name, { send, look, atOnce: Number(values['at-once']) })
    }
    child.send('end')
    await once(child, 'exit')
  } finally {
    child.kill()
    await rm(directory, { recursive: true })
  }
}

async function compare({ ways, look, mib, rounds }) {
  const rows = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, send] of Object.entries(ways)) {
      const before = await look()
      const start = performance.now()
      await send(mib, round)
      const seconds = (performance.now() - start) / 1000
      const after = await look()
      // The first round warms up.
      if (round > 0) rows[name].push({ rate: mib / seconds, cpu: (after.cpu - before.cpu) / mib })
    }
  }
  for (const [what, unit] of [
    ['rate', 'MiB/s'],
    ['cpu', 'ms of the server for a MiB'],
  ]) {
    console.log(`a file of ${mib} MiB, ${unit}`)
    const table = Object.entries(rows).map(([name, taken]) => {
      const ratios = taken.map((each, index) => each[what] / rows.plain[index][what])
      const spread = [Math.min(...ratios), median(ratios), Math.max(...ratios)]
      return [
        name,
        {
          median: brief(median(taken.map((each) => each[what]))),
          'to plain: least / median / most': spread.map((ratio) => ratio.toFixed(3)).join(' / '),
        },
      ]
    })
    console.table(Object.fromEntries(table))
  }
}

async function grow(name, { send, look, atOnce }) {
  await Promise.all(Array.from({ length: 4 }, () => send(4, 99)))
  const before = await look()
  await look()
  await Promise.all(Array.from({ length: atOnce }, (_, index) => send(16, index)))
  const { peak } = await look()
  console.log(
    `${name}: ${atOnce} of 16 MiB at once: the server grew by ${Math.round((peak - before.rss) / MIB)} MiB`,
  )
}

function clientOf(port, token) {
  const bytes = (mib, salt) =>
    Readable.from(
      (function* () {
        const head = createHash('sha256').update(`${salt} ${performance.now()}`).digest()
        yield head
        yield CHUNK.subarray(head.length)
        for (let sent = 1; sent < mib; sent += 1) yield CHUNK
      })(),
      { objectMode: false, highWaterMark: MIB },
    )
  async function call(method, url, headers, body) {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: url,
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    const answered = once(sent, 'response')
    // An answer that comes before the end of the body says why.
    if (body) pipeline(body, sent).catch(() => {})
    else sent.end()
    const [answer] = await answered
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`)
    return answer
  }
  return {
    async plain(mib, salt) {
      const boundary = 'b0undary'
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
      const tail = `\r\n--${boundary}--\r\n`
      async function* body() {
        yield Buffer.from(head)
        yield* bytes(mib, salt)
        yield Buffer.from(tail)
      }
      await call(
        'POST',
        '/api/v1/assets',
        {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': head.length + mib * MIB + tail.length,
        },
        Readable.from(body(), { objectMode: false, highWaterMark: MIB }),
      )
    },
    async resumable(mib, salt) {
      const tus = { 'tus-resumable': '1.0.0' }
      const { headers } = await call('POST', '/api/v1/uploads', {
        ...tus,
        'upload-length': mib * MIB,
        'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
      })
      const url = new URL(headers.location, `http://127.0.0.1:${port}`).pathname
      await call(
        'PATCH',
        url,
        {
          ...tus,
          'upload-offset': 0,
          'content-type': 'application/offset+octet-stream',
          'content-length': mib * MIB,
        },
        bytes(mib, salt),
      )
    },
  }
}
