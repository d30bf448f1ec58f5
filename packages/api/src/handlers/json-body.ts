import { assertContentLength, readBody } from '../body/read-body.ts'
import { wholeBody } from '../body/whole-body.ts'
import { problem } from '../problems/problem.ts'
import { assertJsonBody } from '../requests/content-type.ts'
import type { Call } from '../routing/route.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON object that is a request's body, read once its headers have passed. Throws 400 for broken JSON
 * or UTF-8, 422 for another value.
 */
export async function jsonBodyOf({
  request,
  limits,
}: Call): Promise<Readonly<Record<string, unknown>>> {
  const { headers, body, signal } = request
  const limit = limits.jsonBody
  assertJsonBody(request)
  assertContentLength(headers['content-length'], limit)
  request.acceptBody?.()
  const bytes = body === null ? null : await wholeBody(readBody(body, { limit, limits, signal }))
  const value = parse(bytes ?? new Uint8Array())
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw problem('invalid_body', 'Send a JSON object.', { source: { pointer: '' } })
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    throw problem(
      'malformed_request',
      'The body is not valid JSON in UTF-8. Correct it and send it again.',
    )
  }
}
