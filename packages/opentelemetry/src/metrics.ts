import type { Attributes, Histogram, Meter, MeterProvider } from '@opentelemetry/api'
import type { Trace, TraceName } from '@stowage/core/types'

/** Seconds, as the semantic conventions have them for HTTP. */
const BOUNDARIES = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

const DURATIONS: { readonly [Name in TraceName]: string } = {
  upload: 'Uploads, from the first byte to the commit.',
  analysis: 'Finding out what a file is.',
  variant: 'Making variants of a picture.',
  commit: 'Writes to the records.',
  read: 'Opening the bytes of files.',
  request: 'Requests to the API, until the answer is sent.',
  job: 'Attempts at jobs.',
  delivery: 'Attempts to deliver an event to a webhook.',
}

/** Counts and measures operations. */
export interface Metrics {
  record(trace: Trace, words: Attributes): void
}

export function createMetrics(provider: MeterProvider): Metrics {
  const meter = provider.getMeter('@stowage/opentelemetry')
  const durations = Object.fromEntries(
    Object.entries(DURATIONS).map(([name, description]) => [
      name,
      histogram(meter, name, description),
    ]),
  ) as Readonly<Record<TraceName, Histogram>>
  const files = meter.createCounter('stowage.upload.files', {
    unit: '{file}',
    description: 'Files that uploads returned.',
  })
  const received = meter.createCounter('stowage.upload.size', {
    unit: 'By',
    description: 'Bytes of these files.',
  })
  const sent = meter.createCounter('stowage.read.size', {
    unit: 'By',
    description: 'Bytes of files that were opened to be read.',
  })

  return {
    record(trace, words) {
      durations[trace.operation].record((trace.durationMs ?? 0) / 1000, words)
      if (trace.operation === 'read') sent.add(trace.bytes)
      if (trace.operation !== 'upload' || trace.error !== undefined) return
      files.add(trace.assetIds.length, words)
      received.add(trace.bytes, words)
    },
  }
}

function histogram(meter: Meter, name: string, description: string): Histogram {
  return meter.createHistogram(`stowage.${name}.duration`, {
    unit: 's',
    description,
    advice: { explicitBucketBoundaries: BOUNDARIES },
  })
}
