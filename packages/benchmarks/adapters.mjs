// Measures what each adapter adds to the bare node:http handler, in microseconds of CPU time per request, because
// wall-clock time would include the machine's other work. Then measures what a large file costs over node:http and over
// the Fetch API. Rewrites the tables in docs/notes/adapter-overhead.md. With TMPDIR in memory the figures do not
// include the disk.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openAssetStore } from '@stowage/core'

const ROUNDS = 9
const CONNECTIONS = 8
const BASELINE = 'bare'
const ADAPTERS = {
  bare: 'bare handler',
  express: 'Express 5, bare handler in it',
  express5: 'Express 5',
  express4: 'Express 4',
  fastify5: 'Fastify 5',
  hono: "Fetch handler, in Hono's server",
}
const LARGE_ROUNDS = 9
const MEBIBYTE = 1024 ** 2
const LARGE = 512 * MEBIBYTE
const OF_LARGE = ['bare', 'hono']
const REPORT = fileURLToPath(new URL('../../docs/notes/adapter-overhead.md', import.meta.url))

const directory = await mkdtemp(path.join(tmpdir(), 'stowage-benchmark-'))
const children = new Map()
try {
  const requests = await prepare()
  for (const adapter of Object.keys(ADAPTERS)) children.set(adapter, await startServer(adapter))
  const samples = await measure(requests)
  const large = await measureLarge(requests[0].headers)
  const report = `${tableOf(requests, samples)}\n\n${tableOfLarge(large)}`
  console.log(report)
  await writeReport(report)
} finally {
  for (const { server } of children.values()) {
    server.disconnect()
    await once(server, 'exit')
  }
  await rm(directory, { recursive: true, force: true })
}

/** A store with one asset, and the requests to measure. */
async function prepare() {
  const store = await openAssetStore({ directory })
  const { token } = await store.keys.create({ name: 'benchmark' })
  const { id, publicFileId } = await store.upload(Buffer.alloc(10_000, 'text '))
  await store.close()
  const headers = { authorization: `Bearer ${token}` }
  const file = `/files/${publicFileId}/content`
  const etag = await etagOf(file, headers)
  return [
    { name: 'GET one asset', path: `/assets/${id}`, headers, status: 200, amount: 4000 },
    {
      name: 'GET a file, 304',
      path: file,
      headers: { ...headers, 'if-none-match': etag },
      status: 304,
      amount: 4000,
    },
    { name: 'POST 1 kB', path: '/assets', status: 201, amount: 1000, ...uploadOf(headers) },
  ]
}

async function etagOf(file, headers) {
  const { server, port } = await startServer(BASELINE)
  const response = await fetch(`http://127.0.0.1:${port}/media/api/v1${file}`, { headers })
  server.disconnect()
  await once(server, 'exit')
  return response.headers.get('etag')
}

function uploadOf(headers) {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const body = Buffer.from(`${head}${'x'.repeat(1000)}\r\n--b--\r\n`).toString('base64')
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  return { method: 'POST', headers: { ...headers, ...type }, body }
}

async function startServer(adapter) {
  const script = new URL('adapters/server.mjs', import.meta.url)
  const server = fork(script, [adapter, directory])
  const [{ port }] = await once(server, 'message')
  return { server, port }
}

/** Rounds of every adapter in turn, so that other work on the machine affects them alike; the first warms up. */
async function measure(requests) {
  const samples = new Map()
  for (const request of requests) {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const adapter of Object.keys(ADAPTERS)) {
        const cost = await costOf(request, children.get(adapter))
        const key = `${request.name} ${adapter}`
        if (round > 0) samples.set(key, [...(samples.get(key) ?? []), cost])
      }
    }
  }
  return samples
}

/** Microseconds of the server's CPU time for each request. */
async function costOf({ name, path: below, ...request }, { server, port }) {
  const url = `http://127.0.0.1:${port}/media/api/v1${below}`
  const load = JSON.stringify({ method: 'GET', ...request, url, connections: CONNECTIONS })
  const script = fileURLToPath(new URL('adapters/load.mjs', import.meta.url))
  const before = await cpuOf(server)
  const { stdout } = await promisify(execFile)(process.execPath, [script, load])
  const used = (await cpuOf(server)) - before
  const { right } = JSON.parse(stdout)
  if (right !== request.amount) throw new Error(`${name}: ${stdout}`)
  return used / request.amount
}

async function cpuOf(server) {
  const answer = once(server, 'message')
  server.send('cpu')
  return (await answer)[0].cpu
}

/**
 * Downloads the same file, and uploads another one, through the adapters in turn. Each round has its own servers: how
 * long V8 keeps the chunks differs from process to process, and doubles the time of some.
 */
async function measureLarge(headers) {
  const file = `/files/${await largeFile(headers)}/content`
  const samples = new Map(OF_LARGE.map((adapter) => [adapter, { up: [], down: [] }]))
  for (let round = 0; round < LARGE_ROUNDS; round += 1) {
    for (const adapter of round % 2 === 0 ? OF_LARGE : OF_LARGE.toReversed()) {
      const fresh = await startServer(adapter)
      const down = { path: file, method: 'GET', headers, status: 200 }
      // Warms up.
      await carry(fresh, down)
      samples.get(adapter).down.push(await carry(fresh, down))
      const up = { path: '/assets', method: 'POST', headers, status: 201 }
      samples.get(adapter).up.push(await carry(fresh, up))
      fresh.server.disconnect()
      await once(fresh.server, 'exit')
      await purgeNewest(headers)
    }
  }
  return samples
}

/** Stores a large file; resolves to its public id. */
async function largeFile(headers) {
  await carry(children.get(BASELINE), { path: '/assets', method: 'POST', headers, status: 201 })
  return (await newest(headers)).attributes.public_file_id
}

/** Rate in MiB/s and the server's CPU time in milliseconds of one large file. */
async function carry({ server, port }, { path: below, ...request }) {
  const url = `http://127.0.0.1:${port}/media/api/v1${below}`
  const load = JSON.stringify({ ...request, url, bytes: LARGE })
  const script = fileURLToPath(new URL('adapters/large-load.mjs', import.meta.url))
  const before = await cpuOf(server)
  const { stdout } = await promisify(execFile)(process.execPath, [script, load])
  const { right, seconds } = JSON.parse(stdout)
  if (!right) throw new Error(`${below}: ${stdout}`)
  return { rate: LARGE / MEBIBYTE / seconds, cpu: ((await cpuOf(server)) - before) / 1000 }
}

/** Purges the last upload, which would fill the disk, through a server that is not measured. */
async function purgeNewest(headers) {
  const { id } = await newest(headers)
  const body = JSON.stringify({ asset_ids: [id] })
  const json = { ...headers, 'content-type': 'application/json' }
  await fetch(`${apiUrl()}/assets/bulk-trash`, { method: 'POST', headers: json, body })
  await fetch(`${apiUrl()}/assets/bulk-permanent`, { method: 'DELETE', headers: json, body })
}

async function newest(headers) {
  const answer = await fetch(`${apiUrl()}/assets?per_page=1`, { headers })
  return (await answer.json()).data[0]
}

function apiUrl() {
  return `http://127.0.0.1:${children.get('express4').port}/media/api/v1`
}

function tableOfLarge(samples) {
  const cell = (all) => {
    const [rate, cpu] = ['rate', 'cpu'].map((name) => median(all.map((each) => each[name])))
    return `${Math.round(rate)} MiB/s, ${Math.round(cpu)} ms CPU`
  }
  const lines = OF_LARGE.map((adapter) => {
    const { up, down } = samples.get(adapter)
    return `| ${ADAPTERS[adapter]} | ${cell(up)} | ${cell(down)} |`
  })
  return ['| | POST 512 MiB | GET 512 MiB |', '|---|--:|--:|', ...lines].join('\n')
}

function tableOf(requests, samples) {
  const of = (request, adapter) => samples.get(`${request.name} ${adapter}`)
  const lines = Object.entries(ADAPTERS).map(([adapter, name]) => {
    const cells = requests.map((request) => {
      const costs = of(request, adapter)
      if (adapter === BASELINE) return `${Math.round(median(costs))} µs`
      const base = of(request, BASELINE)
      const added = Math.round(median(costs.map((cost, round) => cost - base[round])))
      return `${added < 0 ? '−' : '+'}${Math.abs(added)} µs`
    })
    return `| ${[name, ...cells].join(' | ')} |`
  })
  const head = `| | ${requests.map(({ name }) => name).join(' | ')} |`
  return [head, `|---|${requests.map(() => '--:|').join('')}`, ...lines].join('\n')
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

async function writeReport(tables) {
  const text = await readFile(REPORT, 'utf8')
  const machine = `Node ${process.versions.node}, ${cpus()[0].model.trim()}.`
  const figures = `<!-- figures -->\n${tables}\n\n${machine}\n<!-- /figures -->`
  await writeFile(REPORT, text.replace(/<!-- figures -->[\s\S]*<!-- \/figures -->/, figures))
}
