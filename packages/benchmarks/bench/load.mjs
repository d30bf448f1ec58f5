// Run as a separate process: makes the load that each message describes, and answers with its measurements.
//
// `requests` is the name of a JSON file of requests, sent in turn or in `random` order: { method, path, headers, body?:
// { head?, file?, repeat?, tail? } } where `file` is repeated `repeat` times. With `rate` requests a second it goes on
// until the message `end`.
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Connection } from './connection.mjs'

const prepared = new Map()
let isEnded = false

process.on('message', async (load) => {
  if (load === 'end') {
    isEnded = true
    return
  }
  try {
    process.send(await (load.rate === undefined ? run(load) : pace(load)))
  } catch (error) {
    process.send({ failure: error.stack })
  }
})

/** Answers with how many requests a second there really were. */
async function pace({ port, requests: file, connections, rate, status }) {
  isEnded = false
  const requests = await preparedOf(file)
  const open = Array.from({ length: connections }, () => new Connection({ port }))
  const began = performance.now()
  let begun = 0
  await Promise.all(
    open.map(async (connection) => {
      while (!isEnded) {
        const index = begun
        begun += 1
        await setTimeout(Math.max(0, began + (index * 1000) / rate - performance.now()))
        const answer = await connection.send(requests[index % requests.length])
        if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}`)
      }
    }),
  ).finally(() => {
    isEnded = true
    for (const connection of open) connection.close()
  })
  return { rate: (begun * 1000) / (performance.now() - began) }
}

async function run({ port, requests: file, amount, connections, random, status }) {
  const requests = await preparedOf(file)
  const open = Array.from({ length: connections }, () => new Connection({ port }))
  const times = new Float64Array(amount)
  const seen = {}
  let begun = 0
  let done = 0
  let bytes = 0

  async function inTurn(connection) {
    while (begun < amount) {
      const index = random ? Math.floor(Math.random() * requests.length) : begun % requests.length
      begun += 1
      const since = performance.now()
      const answer = await connection.send(requests[index])
      times[done] = performance.now() - since
      done += 1
      bytes += answer.bytes
      seen[answer.status] = (seen[answer.status] ?? 0) + 1
    }
  }

  const started = performance.now()
  await Promise.all(open.map(inTurn))
  const seconds = (performance.now() - started) / 1000
  for (const connection of open) connection.close()
  if (seen[status] !== amount) throw new Error(`Not ${amount} × ${status}: ${JSON.stringify(seen)}`)
  times.sort()
  const at = (share) => times[Math.min(amount - 1, Math.floor(amount * share))]
  return { seconds, bytes, p50: at(0.5), p99: at(0.99) }
}

/** The requests, kept from round to round as bytes ready to write. */
async function preparedOf(file) {
  if (!prepared.has(file)) {
    const requests = JSON.parse(await readFile(file, 'utf8'))
    const files = new Map()
    for (const { body } of requests) {
      if (body?.file !== undefined && !files.has(body.file)) {
        files.set(body.file, await readFile(body.file))
      }
    }
    prepared.set(
      file,
      requests.map((request) => partsOf(request, files)),
    )
  }
  return prepared.get(file)
}

function partsOf({ method, path, headers, body }, files) {
  const { head = '', file, repeat = 1, tail = '' } = body ?? {}
  const chunk = file === undefined ? Buffer.alloc(0) : files.get(file)
  const length = head.length + chunk.length * repeat + tail.length
  const all = { host: '127.0.0.1', ...headers, ...(body && { 'content-length': length }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${head}`, 'latin1')
  if (repeat === 1) return [Buffer.concat([start, chunk, Buffer.from(tail, 'latin1')])]
  return [start, { chunk, times: repeat }, tail]
}
