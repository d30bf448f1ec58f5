import { tracingChannel } from 'node:diagnostics_channel'
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { checkOptions, having, numberBetween, type OptionChecks } from '@stowage/core/internal'
import type { Trace, TraceName } from '@stowage/core/types'
import { metricAttributes } from './attributes.ts'
import { createMetrics } from './metrics.ts'
import { createSpans } from './spans.ts'

/** Where spans and metrics go. */
export interface TraceStowageOptions {
  /** Makes the spans. Default: the global one of `@opentelemetry/api`, also when it is registered later. */
  readonly tracerProvider?: TracerProvider
  /** Keeps the metrics. Default: the global one of `@opentelemetry/api` at the time of the call. */
  readonly meterProvider?: MeterProvider
  /**
   * Opening the bytes of a file for a request has a span of its own from so many milliseconds on, and when it fails: most
   * take less than a span costs, and the span of the request has the size. The metrics count all. 0 or more, 0 for every
   * one. Default 1.
   */
  readonly readsFromMs?: number
}

/** A day. */
const MAX_READ = 86_400_000

const OPTIONS: OptionChecks<TraceStowageOptions> = {
  tracerProvider: having('a tracer provider, such as that of the SDK', 'getTracer'),
  meterProvider: having('a meter provider, such as that of the SDK', 'getMeter'),
  readsFromMs: numberBetween(0, MAX_READ),
}

/** Each channel has its own events. */
const CHANNELS: { readonly [Name in TraceName]: true } = {
  upload: true,
  analysis: true,
  variant: true,
  commit: true,
  read: true,
  request: true,
  job: true,
  delivery: true,
}

/**
 * Makes spans and metrics of what all stores and APIs of this process do, until the function that it returns is
 * called. Call it once, after the SDK is started. Throws `invalid_argument` for an unknown or wrong option.
 *
 * Spans: `stowage.upload` with `stowage.analysis`, `stowage.variant` and `stowage.commit` in it, `stowage.read` (of a
 * request: see `readsFromMs`),
 * `stowage.job`, `stowage.delivery`, and one for each request to the API, named by method and route. A span is a part
 * of the request or upload that it belongs to, else of the active span. Spans have the ids of assets, jobs and
 * endpoints, and the tenant. An error is only its code or name (`error.type`).
 *
 * Metrics: the histograms `stowage.upload.duration`, `stowage.analysis.duration`, `stowage.variant.duration`,
 * `stowage.commit.duration`, `stowage.read.duration`, `stowage.request.duration`, `stowage.job.duration` and
 * `stowage.delivery.duration`, in seconds; the counters `stowage.upload.files`, `stowage.upload.size` and
 * `stowage.read.size`, in files and bytes. Their attributes are words of which there are few: `stowage.upload.kind`,
 * `stowage.variant.when`, `stowage.write`, `stowage.job.kind`, `stowage.event.type`, `http.request.method`,
 * `http.route`, `http.response.status_code`, `error.type`. No ids, and no tenants.
 */
export function traceStowage(options: TraceStowageOptions = {}): () => void {
  checkOptions<TraceStowageOptions>('traceStowage', options, OPTIONS)
  const { tracerProvider = trace.getTracerProvider(), readsFromMs = 1 } = options
  const spans = createSpans(tracerProvider, { readsFromMs })
  const measures = createMetrics(options.meterProvider ?? metrics.getMeterProvider())
  const subscribers = {
    start: (trace: object) => spans.start(trace as Trace),
    asyncEnd: (trace: object) => {
      const words = metricAttributes(trace as Trace)
      spans.end(trace as Trace, words)
      measures.record(trace as Trace, words)
    },
  }
  const channels = Object.keys(CHANNELS).map((name) => tracingChannel(`stowage:${name}`))
  for (const channel of channels) channel.subscribe(subscribers as never)
  return () => {
    for (const channel of channels) channel.unsubscribe(subscribers as never)
  }
}
