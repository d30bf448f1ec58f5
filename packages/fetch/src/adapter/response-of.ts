import { Readable } from 'node:stream'
import type { ApiResponse } from '@stowage/api'
import { type ResponseBodyOptions, responseBodyOf } from './response-body.ts'

/** The answer as a `Response`. `optionsOf` is called only for bodies that are streams. */
export function responseOf(
  { status, headers, body }: ApiResponse,
  optionsOf: () => ResponseBodyOptions,
): Response {
  const sent = body instanceof Readable ? responseBodyOf(body, optionsOf()) : body
  return new Response(sent, { status, headers })
}
