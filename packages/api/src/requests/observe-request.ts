import { Readable } from 'node:stream'
import type { AssetStore } from '@stowage/core'
import {
  addTiming,
  beginTrace,
  endTrace,
  isTracing,
  startTrace,
  viewWithin,
} from '@stowage/core/internal'
import type { RequestTrace } from '@stowage/core/types'
import type { ApiRequest, ApiResponse } from '../message/request.ts'
import { warnOfHook } from '../options/error-hook.ts'
import type { Logger } from '../options/logger-option.ts'

/** What is asked of each request besides its answer. */
export interface Observers {
  readonly logger: Logger | null
  readonly serverTiming: boolean
}

/** The event of a request; `null` when nobody wants to know. */
export function traceOf(
  { method }: ApiRequest,
  requestId: string,
  { logger, serverTiming }: Observers,
): RequestTrace | null {
  if (logger === null && !serverTiming && !isTracing()) return null
  return startTrace('request', {
    parent: null,
    tenant: null,
    method,
    route: null,
    status: 0,
    bytes: null,
    requestId,
    isCutOff: false,
    timings: serverTiming ? {} : null,
  })
}

/** Answers a request. `stowage:request` and the logger learn of it when the answer is sent or cut off. */
export async function observed(
  trace: RequestTrace,
  answer: () => Promise<ApiResponse>,
  { logger }: Observers,
): Promise<ApiResponse> {
  const response = await beginTrace(trace, answer)
  const { status, body } = response
  const headers = trace.timings === null ? response.headers : timed(response, trace, trace.timings)
  trace.status = status
  trace.bytes = bytesOf(response)
  const end = () => {
    endTrace(trace)
    if (logger !== null) log(logger, trace)
  }
  if (!(body instanceof Readable)) end()
  else {
    body.once('close', () => {
      trace.isCutOff = !body.readableEnded
      end()
    })
  }
  return headers === response.headers ? response : { status, headers, body }
}

/** The headers, with the milliseconds of each part and of the whole until the answer begins. */
function timed(
  { headers }: ApiResponse,
  { startedAt }: RequestTrace,
  timings: Readonly<Record<string, number>>,
): ApiResponse['headers'] {
  const parts = Object.entries({ ...timings, total: performance.now() - startedAt })
  const value = parts.map(([name, millis]) => `${name};dur=${millis.toFixed(1)}`).join(', ')
  return Object.assign({}, headers, { 'server-timing': value })
}

function bytesOf({ headers, body }: ApiResponse): number | null {
  if (body === null) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (!(body instanceof Readable)) return body.byteLength
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

function log(logger: Logger, trace: RequestTrace): void {
  const { method, route, status, bytes, tenant, requestId, isCutOff, error } = trace
  const durationMs = Math.round((trace.durationMs ?? 0) * 1000) / 1000
  const facts = { requestId, method, route, status, durationMs, bytes, tenant }
  try {
    if (status >= 500) logger.error(Object.assign(facts, { err: error }), 'request failed')
    else if (isCutOff) logger.warn(facts, 'request cut off')
    else logger.info(facts, 'request completed')
  } catch (failure) {
    warnOfHook(failure)
  }
}

/** Says whose request it is, once that is known. */
export function noteCaller(trace: RequestTrace, caller: { readonly tenant: string } | null): void {
  if (caller === null) return
  trace.tenant = caller.tenant
  if (trace.timings !== null) addTiming(trace.timings, 'auth', performance.now() - trace.startedAt)
}

/** Says why a request is refused: by the client that left, or by a fault. */
export function noteRefusal(trace: RequestTrace, fault: unknown, signal: AbortSignal): void {
  trace.isCutOff = signal.aborted
  if (!signal.aborted) trace.error = fault
}

/** The same view, whose work is part of the request. Of a GET only what reads files is, unless its parts are measured. */
export function storeWithin(store: AssetStore, trace: RequestTrace | null): AssetStore {
  if (trace === null) return store
  const { method, timings } = trace
  const isRead = method === 'GET' || method === 'HEAD'
  return viewWithin(store, trace, { records: timings !== null || !isRead })
}
