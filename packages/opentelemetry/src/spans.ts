import {
  type Attributes,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace as tracing,
} from '@opentelemetry/api'
import type { Trace, TraceName } from '@stowage/core/types'
import { spanAttributes } from './attributes.ts'

/** What other operations are part of: their spans must exist before those of the parts. */
const WHOLES: ReadonlySet<TraceName> = new Set(['upload', 'request', 'job', 'delivery'])

/** The spans of operations. */
export interface Spans {
  start(trace: Trace): void
  /** `words` are the attributes of its metrics. */
  end(trace: Trace, words: Attributes): void
}

export function createSpans(
  provider: TracerProvider,
  { readsFromMs }: { readonly readsFromMs: number },
): Spans {
  const tracer = provider.getTracer('@stowage/opentelemetry')
  const open = new WeakMap<Trace, Span>()

  function begin(trace: Trace): Span {
    const whole = trace.parent === null ? undefined : open.get(trace.parent)
    const around = whole === undefined ? context.active() : tracing.setSpan(context.active(), whole)
    return tracer.startSpan(
      `stowage.${trace.operation}`,
      { kind: kindOf(trace, tracing.getSpan(around)), startTime: trace.startedAt },
      around,
    )
  }

  /** Whether an operation within another has no span of its own. */
  function isLeftOut(trace: Trace): boolean {
    const whole = trace.parent === null ? undefined : open.get(trace.parent)
    if (whole === undefined || WHOLES.has(trace.operation)) return false
    // A part of what is not sampled is not sampled either.
    if (!whole.isRecording()) return true
    const { operation, durationMs, error } = trace
    return operation === 'read' && error === undefined && (durationMs ?? 0) < readsFromMs
  }

  return {
    start(trace) {
      if (WHOLES.has(trace.operation)) open.set(trace, begin(trace))
    },
    end(trace, words) {
      if (isLeftOut(trace)) return
      finish(open.get(trace) ?? begin(trace), trace, words)
    },
  }
}

function finish(span: Span, trace: Trace, words: Attributes): void {
  const { startedAt, durationMs, error } = trace
  if (span.isRecording()) {
    span.setAttributes(words)
    span.setAttributes(spanAttributes(trace))
    if (trace.operation === 'request' && trace.route !== null) {
      span.updateName(`${trace.method} ${trace.route}`)
    }
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(startedAt + (durationMs ?? 0))
}

/** A request is that of a server, unless instrumentation of the server has a span around it. */
function kindOf({ operation }: Trace, around: Span | undefined): SpanKind {
  if (operation === 'request' && around === undefined) return SpanKind.SERVER
  return operation === 'delivery' ? SpanKind.CLIENT : SpanKind.INTERNAL
}
