import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { openAssetStore } from '@stowage/core'
import { memory } from '@stowage/core/memory'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TraceStowageOptions, traceStowage } from './trace-stowage.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A real SDK that keeps everything in memory, connected until the test ends. */
function connect(
  options: Partial<ConstructorParameters<typeof BasicTracerProvider>[0]> = {},
  { readsFromMs = 0 } = {},
) {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...options,
  })
  const kept = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: kept,
    exportIntervalMillis: 1_000_000,
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const stop = traceStowage({ tracerProvider, meterProvider, readsFromMs })
  onTestFinished(async () => {
    stop()
    await meterProvider.shutdown()
    await tracerProvider.shutdown()
  })
  return {
    stop,
    tracerProvider,
    spans: () => exporter.getFinishedSpans(),
    async metrics() {
      await reader.forceFlush()
      const scopes = kept.getMetrics().at(-1)?.scopeMetrics ?? []
      return scopes.flatMap(({ metrics }) => metrics)
    },
  }
}

const named = (spans: readonly ReadableSpan[], name: string) =>
  spans.filter((span) => span.name === name)

const childrenOf = (spans: readonly ReadableSpan[], parent: ReadableSpan | undefined) =>
  spans
    .filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId)
    .map(({ name }) => name)

const millis = ([seconds, nanos]: readonly [number, number]) => seconds * 1e3 + nanos / 1e6

/** Makes each picture a thumbnail. */
const variants = {
  plans: [{ name: 'thumbnail', timing: 'immediately' as const }],
  accepts: () => true,
  make: async (_: unknown, names: readonly string[]) => ({
    made: names.map((name) => ({
      name,
      content: Buffer.from('thumbnail'),
      mimeType: 'image/webp',
      extension: 'webp',
      width: 1,
      height: 1,
    })),
    failed: [],
  }),
}

describe('spans', () => {
  it('of an upload hold those of its analysis, its variants and its commit', async () => {
    const { spans } = connect()
    const store = await openAssetStore({
      ...memory(),
      variants: { processor: variants, when: 'upload' },
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    const began = Date.now()
    const { id } = await store.for({ tenant: 'acme' }).upload(PICTURE, { name: 'a.png' })
    const [upload] = named(spans(), 'stowage.upload')
    expect(upload?.attributes).toEqual({
      'stowage.upload.kind': 'upload',
      'stowage.asset.ids': [id],
      'stowage.bytes': PICTURE.length,
      'stowage.tenant': 'acme',
    })
    expect(childrenOf(spans(), upload)).toEqual([
      'stowage.analysis',
      'stowage.variant',
      'stowage.commit',
    ])
    for (const part of spans().filter(({ parentSpanContext }) => parentSpanContext)) {
      const [start, end] = [millis(part.startTime), millis(part.endTime)]
      expect(start).toBeGreaterThanOrEqual(millis(upload?.startTime ?? [Infinity, 0]) - 2)
      expect(end).toBeGreaterThanOrEqual(start)
    }
    // Dated by the clock, not by the age of the process.
    expect(Math.abs(millis(upload?.startTime ?? [0, 0]) - began)).toBeLessThan(3_600_000)
  })

  it('of requests hold the upload, and the delivery of a file', async () => {
    const { spans } = connect()
    const { upload, send } = await createApiFixture()
    const { data } = await upload('a text')
    const url = new URL(data.attributes.url)
    await send('GET', url.pathname.replace('/api/v1', ''))
    const [post] = named(spans(), 'POST /api/v1/assets')
    expect(childrenOf(spans(), post)).toContain('stowage.upload')
    const [get] = named(spans(), 'GET /api/v1/files/{publicFileId}/content')
    expect(childrenOf(spans(), get)).toEqual(['stowage.read'])
    expect(get).toMatchObject({ kind: SpanKind.SERVER, parentSpanContext: undefined })
    expect(get?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/v1/files/{publicFileId}/content',
      'http.response.status_code': 200,
      'http.response.body.size': 6,
      'stowage.tenant': 'default',
    })
  })

  it('of requests leave out short reads, which the metrics count', async () => {
    const { spans, metrics } = connect({}, { readsFromMs: 60_000 })
    const { upload, send } = await createApiFixture()
    const { data } = await upload('a text')
    const { pathname } = new URL(data.attributes.url)
    await send('GET', pathname.replace('/api/v1', ''))
    const [get] = named(spans(), 'GET /api/v1/files/{publicFileId}/content')
    expect(get?.attributes).toMatchObject({ 'http.response.body.size': 6 })
    expect(childrenOf(spans(), get)).toEqual([])
    const all = await metrics()
    const reads = all.find(({ descriptor }) => descriptor.name === 'stowage.read.duration')
    expect(reads?.dataPoints).toMatchObject([{ value: { count: 1 } }])
    expect(() => traceStowage({ readsFromMs: -1 })).toThrow('readsFromMs')
  })

  it("are part of the app's own, and tell of a failure by its code alone", async () => {
    const manager = new AsyncLocalStorageContextManager().enable()
    context.setGlobalContextManager(manager)
    onTestFinished(() => context.disable())
    const { spans, tracerProvider } = connect()
    const store = await openAssetStore({ ...memory(), allow: ['image/*'] })
    onTestFinished(() => store.close())
    const own: Span = tracerProvider.getTracer('app').startSpan('app')
    await context.with(trace.setSpan(context.active(), own), async () => {
      await expect(store.upload(Buffer.from('a text'))).rejects.toThrow()
    })
    own.end()
    const [app] = named(spans(), 'app')
    expect(childrenOf(spans(), app)).toContain('stowage.upload')
    const [upload] = named(spans(), 'stowage.upload')
    expect(upload).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'type_not_allowed' },
      events: [],
    })
  })

  it('are none where the upload is not sampled, and none after stop', async () => {
    const { spans, stop } = connect({ sampler: new AlwaysOffSampler() })
    const sampled = connect()
    const store = await openAssetStore({ ...memory(), advanced: { sweepEveryMs: false } })
    onTestFinished(() => store.close())
    await store.upload(PICTURE)
    expect(spans()).toEqual([])
    expect(named(sampled.spans(), 'stowage.upload')).toHaveLength(1)
    stop()
    sampled.stop()
    await store.upload(PICTURE)
    expect(named(sampled.spans(), 'stowage.upload')).toHaveLength(1)
  })
})

describe('metrics', () => {
  it('measure uploads, requests and reads, with units and without ids', async () => {
    const { metrics } = connect()
    const { upload, send, key } = await createApiFixture()
    const { data } = await upload('a text')
    await send('GET', `/assets/${data.id}`)
    await send('PROPFIND', '/assets')
    const { pathname } = new URL(data.attributes.url)
    await send('GET', pathname.replace('/api/v1', ''))
    const all = await metrics()
    const found = (name: string) => all.find(({ descriptor }) => descriptor.name === name)
    const units = all.map(({ descriptor: { name, unit } }) => `${name} ${unit}`)
    expect(units.sort()).toEqual([
      'stowage.analysis.duration s',
      'stowage.commit.duration s',
      'stowage.read.duration s',
      'stowage.read.size By',
      'stowage.request.duration s',
      'stowage.upload.duration s',
      'stowage.upload.files {file}',
      'stowage.upload.size By',
    ])
    expect(found('stowage.upload.size')?.dataPoints).toMatchObject([{ value: 6 }])
    expect(found('stowage.read.size')?.dataPoints).toMatchObject([{ value: 6 }])
    const requests = found('stowage.request.duration')?.dataPoints ?? []
    expect(requests.map(({ attributes }) => attributes['http.request.method']).sort()).toEqual([
      'GET',
      'GET',
      'POST',
      '_OTHER',
    ])
    const attributes = JSON.stringify(
      all.flatMap(({ dataPoints }) => dataPoints.map((point) => point.attributes)),
    )
    for (const id of [data.id, pathname.split('/')[4] ?? '?', key, 'default']) {
      expect(attributes).not.toContain(id)
    }
  })
})

it.each<[unknown, string]>([
  [{ tracerProvider: {} }, 'tracerProvider'],
  [{ meterProvider: 'global' }, 'meterProvider'],
  [{ provider: 1 }, 'provider'],
])('refuses %o', (options, argument) => {
  expect(() => traceStowage(options as TraceStowageOptions)).toThrowError(
    expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
  )
})
