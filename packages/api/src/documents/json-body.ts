import { assertContentLength, readBody } from '../body/read-body.ts'
import { wholeBody } from '../body/whole-body.ts'
import { apiError } from '../errors/api-error.ts'
import { isBodyAbsent } from '../http/body-absent.ts'
import { assertJsonBody } from '../http/content-type.ts'
import type { ApiLimits } from '../message/limits.ts'
import type { ApiRequest } from '../message/request.ts'
import { assertShallow } from './json-depth.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON object that is a request's body, read once its headers have passed. Throws 400 for broken JSON
 * or UTF-8 and for what is nested too deep, 422 for another value.
 */
export async function jsonBodyOf({
  request,
  limits,
}: {
  readonly request: ApiRequest
  readonly limits: ApiLimits
}): Promise<Readonly<Record<string, unknown>>> {
  const { headers } = request
  assertJsonBody(request)
  assertContentLength(headers['content-length'], limits.jsonBody)
  request.acceptBody?.()
  const value = request.parsedJson
    ? request.parsedJson.value
    : parse(await bytesOf(request, limits))
  assertShallow(value)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw apiError('invalid_body', 'Send a JSON object.', { source: { pointer: '' } })
}

/** The same for a body that may be left out: then `{}`. Some frameworks give an empty one in its place. */
export async function optionalJsonBodyOf(
  context: Parameters<typeof jsonBodyOf>[0],
): ReturnType<typeof jsonBodyOf> {
  const { request, limits } = context
  const { headers, parsedJson } = request
  if (parsedJson === undefined) {
    if (isBodyAbsent(request)) return {}
    if (headers['content-type'] === undefined) {
      request.acceptBody?.()
      if ((await bytesOf(request, limits)).length === 0) return {}
    }
  }
  return jsonBodyOf(context)
}

function bytesOf(request: ApiRequest, limits: ApiLimits): Promise<Uint8Array> {
  return wholeBody(readBody(request, { limit: limits.jsonBody, limits }))
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    throw apiError(
      'malformed_request',
      'The body is not valid JSON in UTF-8. Correct it and send it again.',
    )
  }
}
