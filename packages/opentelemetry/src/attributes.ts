import type { Attributes } from '@opentelemetry/api'
import type { StowageTraces, Trace, TraceName } from '@stowage/core/types'

type AttributesOf = { readonly [Name in TraceName]: (trace: StowageTraces[Name]) => Attributes }

/** What metrics and spans say of an operation: words of which there are few. */
const WORDS: AttributesOf = {
  upload: ({ kind }) => ({ 'stowage.upload.kind': kind }),
  analysis: () => NONE,
  variant: ({ when }) => ({ 'stowage.variant.when': when }),
  commit: ({ write }) => ({ 'stowage.write': write }),
  read: () => NONE,
  request: ({ method, route, status }) => requestWords(method, route, status),
  job: ({ kind }) => ({ 'stowage.job.kind': kind }),
  delivery: ({ eventType, status }) => ({
    'stowage.event.type': eventType,
    ...(status !== null && { 'http.response.status_code': status }),
  }),
}

const NONE: Attributes = {}

/** By their text. There is one for each method, route and status that has occurred. */
const REQUEST_WORDS = new Map<string, Attributes>()

/** The same object for each request of a kind, which costs nothing to make. */
function requestWords(given: string, route: string | null, status: number): Attributes {
  const method = METHODS.has(given) ? given : '_OTHER'
  const text = `${method} ${status} ${route}`
  const known = REQUEST_WORDS.get(text)
  if (known !== undefined) return known
  const words: Attributes = { 'http.request.method': method, 'http.response.status_code': status }
  if (route !== null) words['http.route'] = route
  REQUEST_WORDS.set(text, words)
  return words
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
  request: ({ requestId, bytes, isCutOff }) => {
    const facts: Attributes = { 'stowage.request.id': requestId }
    if (isCutOff) facts['stowage.request.cut_off'] = true
    if (bytes !== null) facts['http.response.body.size'] = bytes
    return facts
  },
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

/** The attributes of a metric: no ids, and no texts from outside. Not to be changed. */
export function metricAttributes(trace: Trace): Attributes {
  const words = (WORDS[trace.operation] as (trace: Trace) => Attributes)(trace)
  const { error } = trace
  return error === undefined ? words : { ...words, 'error.type': errorType(error) }
}

/** The further attributes of a span. */
export function spanAttributes(trace: Trace): Attributes {
  const { tenant } = trace
  const facts = (FACTS[trace.operation] as (trace: Trace) => Attributes)(trace)
  if (tenant) facts['stowage.tenant'] = tenant
  return facts
}

/** The code of an error, else its name. Not its message: what threw it may have put anything in there. */
function errorType(error: unknown): string {
  const { code, name } = Object(error)
  return [code, name].find((word) => typeof word === 'string' && word !== '') ?? '_OTHER'
}
