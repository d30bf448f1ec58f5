import { Readable } from 'node:stream'
import type { ApiResponse } from '@stowage/api'
import { lingeringBodyOf } from './lingering-body.ts'
import { type ResponseBodyOptions, responseBodyOf } from './response-body.ts'
import type { RestOfBody } from './rest-of-body.ts'

/**
 * The answer as a `Response`; with `rest`, the last one of its connection. `optionsOf` is called only for bodies that
 * are streams.
 */
export function responseOf(
  { status, headers, body }: ApiResponse,
  rest: RestOfBody | undefined,
  optionsOf: () => ResponseBodyOptions,
): Response {
  if (body instanceof Readable) {
    return new Response(responseBodyOf(body, optionsOf()), { status, headers })
  }
  if (rest === undefined) return new Response(body, { status, headers })
  const closing: Record<string, string> = { ...headers, connection: 'close' }
  if (body === null) return new Response(body, { status, headers: closing })
  const bytes = Buffer.from(body)
  closing['content-length'] = String(bytes.byteLength)
  return new Response(lingeringBodyOf(bytes, rest), { status, headers: closing })
}
