// Measures what traces cost, in processor time for one request to the API: with nobody listening, with a listener that
// only counts, and with the SDK of OpenTelemetry, whose spans are all kept or one trace in ten; also with one span and
// one histogram by hand around each request, which is what the SDK costs alone. There is no HTTP server
// around the API, whose own time would hide a part. `--against folder` is the `packages` folder of another build, such
// as that of the commit before traces; the others are compared with it, else with nobody listening. All run in one
// process, in short turns, so that other work on the machine affects them alike; with TMPDIR in memory without the disk.
// Prints the median of the ratios of the
// rounds, and their spread. Writes nothing.
//
//   node traces.mjs [--against ../../../before/packages] [--rounds 9] [--scale 1] [--only get]
import { tracingChannel } from 'node:diagnostics_channel'
import { setMaxListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { SpanKind } from '@opentelemetry/api'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { traceStowage } from '@stowage/opentelemetry'
import { brief, median } from './bench/figures.mjs'

const PACKAGES = path.resolve(import.meta.dirname, '..')
const CONNECTIONS = 8
const CHANNELS = ['upload', 'analysis', 'variant', 'commit', 'read', 'request', 'job', 'delivery']

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const directory = await mkdtemp(path.join(tmpdir(), 'stowage-traces-'))
try {
  const here = await openBuild(PACKAGES, 'here')
  const before = values.against && (await openBuild(path.resolve(values.against), 'before'))
  const nothing = () => ({ stop() {} })
  // Two of the same show how far apart turns are that do not differ.
  const candidates = {
    ...(before && {
      before: { build: before, listen: nothing },
      'before, again': { build: before, listen: nothing },
    }),
    off: { build: here, listen: nothing },
    'off, again': { build: here, listen: nothing },
    'a listener that counts': { build: here, listen: count },
    'by hand, one in ten': { build: here, listen: () => connectByHand(0.1) },
    'OpenTelemetry, one in ten': { build: here, listen: () => connect(0.1) },
    'by hand': { build: here, listen: () => connectByHand(1) },
    OpenTelemetry: { build: here, listen: () => connect(1) },
  }
  for (const [what, send, { turns, requests }] of [
    ['GET a file of 16 KB', 'get', { turns: 60, requests: 400 }],
    ['POST a file of 20 KB', 'post', { turns: 30, requests: 40 }],
  ]) {
    if (values.only !== undefined && values.only !== send) continue
    const samples = await measure(candidates, send, {
      turns: Math.ceil(turns * Number(values.scale)),
      requests,
    })
    console.log(what)
    console.table(tableOf(samples, Object.keys(candidates)[0]))
  }
  await here.close()
  if (before) await before.close()
} finally {
  await rm(directory, { recursive: true, force: true })
}

/** The API of a build, over a store of its own. */
async function openBuild(packages, name) {
  const built = (folder) => import(pathToFileURL(path.join(packages, folder, 'dist/index.js')))
  const [{ openAssetStore }, { createApi }] = [await built('core'), await built('api')]
  const store = await openAssetStore({
    directory: path.join(directory, name),
    advanced: { sweepEveryMs: false },
  })
  const { token } = await store.keys.create({ name: 'benchmark' })
  const { publicFileId } = await store.upload(Buffer.alloc(16_384, 'text '))
  const api = createApi(store)
  const authorization = `Bearer ${token}`
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const form = Buffer.from(`${head}${'x'.repeat(20_000)}\r\n--b--\r\n`)
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const common = { query: '', baseUrl: 'http://127.0.0.1', signal }
  const file = `/api/v1/files/${publicFileId}/content`
  const type = 'multipart/form-data; boundary=b'

  return {
    get: () =>
      api({ ...common, method: 'GET', path: file, headers: { authorization }, body: null }),
    post: () =>
      api({
        ...common,
        method: 'POST',
        path: '/api/v1/assets',
        headers: { authorization, 'content-type': type },
        body: Readable.from([form], { objectMode: false }),
      }),
    close: () => store.close(),
  }
}

/** Microseconds of processor time for each request: for each candidate, the median turn of each round. */
async function measure(candidates, send, { turns, requests }) {
  const names = Object.keys(candidates)
  const samples = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const costs = Object.fromEntries(names.map((name) => [name, []]))
    for (let turn = 0; turn < turns; turn += 1) {
      const first = turn % names.length
      for (const name of [...names.slice(first), ...names.slice(0, first)]) {
        costs[name].push(await costOf(candidates[name], send, requests))
      }
    }
    // The first round warms up.
    if (round > 0) for (const name of names) samples[name].push(median(costs[name]))
  }
  return samples
}

async function costOf({ build, listen }, send, requests) {
  const { stop, around = (work) => work() } = listen()
  const before = process.cpuUsage()
  let left = requests
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const { status, body } = await around(build[send], send)
        if (status >= 300) throw new Error(`${send}: ${status} ${body}`)
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  stop()
  return (user + system) / requests
}

/** Each with its ratio to the baseline, and those of OpenTelemetry to what the SDK costs alone. */
function tableOf(samples, baseline) {
  const lines = Object.entries(samples).map(([name, costs]) => {
    const alone = name.replace('OpenTelemetry', 'by hand')
    const line = { 'CPU µs': brief(median(costs)), ...ratioOf(costs, samples[baseline]) }
    if (alone === name) return [name, line]
    const { ratio, spread } = ratioOf(costs, samples[alone])
    return [name, { ...line, 'to by hand': ratio, 'its spread': spread }]
  })
  return Object.fromEntries(lines)
}

function ratioOf(costs, others) {
  const ratios = costs.map((cost, round) => cost / others[round])
  const sorted = ratios.toSorted((a, b) => a - b)
  const spread = `${sorted[0].toFixed(3)} … ${sorted.at(-1).toFixed(3)}`
  return { ratio: median(ratios).toFixed(3), spread }
}

function count() {
  let heard = 0
  const subscribers = {
    asyncEnd: () => {
      heard += 1
    },
  }
  const channels = CHANNELS.map((name) => tracingChannel(`stowage:${name}`))
  for (const channel of channels) channel.subscribe(subscribers)
  return {
    stop() {
      for (const channel of channels) channel.unsubscribe(subscribers)
      if (heard === 0) throw new Error('The listener has heard nothing.')
    },
  }
}

/** `@stowage/opentelemetry` on the SDK. */
function connect(ratio) {
  const { tracerProvider, meterProvider, shutdown } = openSdk(ratio)
  const stop = traceStowage({ tracerProvider, meterProvider })
  return {
    stop() {
      stop()
      shutdown()
    },
  }
}

/** What an app would write itself around a request: one span and one histogram. The SDK alone costs that much. */
function connectByHand(ratio) {
  const { tracerProvider, meterProvider, shutdown } = openSdk(ratio)
  const tracer = tracerProvider.getTracer('by hand')
  const meter = meterProvider.getMeter('by hand')
  const durations = meter.createHistogram('duration', { unit: 's' })
  return {
    async around(work, send) {
      const method = send.toUpperCase()
      const began = performance.now()
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER })
      const answer = await work()
      const attributes = {
        'http.request.method': method,
        'http.route': '/api/v1/files/{publicFileId}/content',
        'http.response.status_code': answer.status,
      }
      if (span.isRecording()) span.setAttributes(attributes)
      span.end()
      durations.record((performance.now() - began) / 1000, attributes)
      return answer
    },
    stop: shutdown,
  }
}

/** The SDK with an exporter that throws everything away. */
function openSdk(ratio) {
  const exporter = { export: (_, done) => done({ code: 0 }), shutdown: async () => {} }
  const reader = new (class extends MetricReader {
    async onForceFlush() {}
    async onShutdown() {}
  })()
  const tracerProvider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { maxQueueSize: 100_000 })],
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const shutdown = () => {
    void tracerProvider.shutdown()
    void meterProvider.shutdown()
  }
  return { tracerProvider, meterProvider, shutdown }
}
