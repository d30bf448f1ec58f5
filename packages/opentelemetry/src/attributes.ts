import type { Attributes } from '@opentelemetry/api'
import type { StowageTraces, Trace, TraceName } from '@stowage/core/types'

type AttributesOf = { readonly [Name in TraceName]: (trace: StowageTraces[Name]) => Attributes }

/** What metrics and spans say of an operation: words of which there are few. */
const WORDS: AttributesOf = {
  upload: ({ kind }) => ({ 'stowage.upload.kind': kind }),
  analysis: () => ({}),
  variant: ({ when }) => ({ 'stowage.variant.when': when }),
  commit: ({ write }) => ({ 'stowage.write': write }),
  read: () => ({}),
  request: ({ method, route, status }) => ({
    'http.request.method': METHODS.has(method) ? method : '_OTHER',
    'http.response.status_code': status,
    ...(route !== null && { 'http.route': route }),
  }),
  job: ({ kind }) => ({ 'stowage.job.kind': kind }),
  delivery: ({ eventType, status }) => ({
    'stowage.event.type': eventType,
    ...(status !== null && { 'http.response.status_code': status }),
  }),
}

/** What spans say besides: ids and sizes. */
const FACTS: AttributesOf = {
  upload: ({ assetIds, bytes }) => ({
    'stowage.asset.ids': [...assetIds],
    'stowage.bytes': bytes,
  }),
  analysis: ({ bytes, mimeType }) => ({
    'stowage.bytes': bytes,
    ...(mimeType !== null && { 'stowage.mime_type': mimeType }),
  }),
  variant: ({ assetId, variants, failed }) => ({
    'stowage.variants': [...variants],
    'stowage.variants.failed': [...failed],
    ...(assetId !== null && { 'stowage.asset.id': assetId }),
  }),
  commit: () => ({}),
  read: ({ assetId, variant, bytes }) => ({
    'stowage.bytes': bytes,
    ...(assetId !== null && { 'stowage.asset.id': assetId }),
    ...(variant !== null && { 'stowage.variant': variant }),
  }),
  request: ({ requestId, bytes, isCutOff }) => ({
    'stowage.request.id': requestId,
    'stowage.request.cut_off': isCutOff,
    ...(bytes !== null && { 'http.response.body.size': bytes }),
  }),
  job: ({ jobId, attempt }) => ({ 'stowage.job.id': jobId, 'stowage.attempt': attempt }),
  delivery: ({ endpointId, eventId, attempt }) => ({
    'stowage.endpoint.id': endpointId,
    'stowage.event.id': eventId,
    'stowage.attempt': attempt,
  }),
}

/** Anyone can send a method of their own. */
const METHODS: ReadonlySet<string> = new Set([
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
])

/** The attributes of a metric: no ids, and no texts from outside. */
export function metricAttributes(trace: Trace): Attributes {
  return Object.assign(wordsOf(trace), errorAttributes(trace))
}

/** The further attributes of a span. */
export function spanAttributes(trace: Trace): Attributes {
  const { tenant } = trace
  const facts = (FACTS[trace.operation] as (trace: Trace) => Attributes)(trace)
  return Object.assign(facts, tenant && { 'stowage.tenant': tenant })
}

function wordsOf(trace: Trace): Attributes {
  return (WORDS[trace.operation] as (trace: Trace) => Attributes)(trace)
}

function errorAttributes({ error }: Trace): Attributes | null {
  return error === undefined ? null : { 'error.type': errorType(error) }
}

/** The code of an error, else its name. Not its message: what threw it may have put anything in there. */
function errorType(error: unknown): string {
  const { code, name } = Object(error)
  return [code, name].find((word) => typeof word === 'string' && word !== '') ?? '_OTHER'
}
