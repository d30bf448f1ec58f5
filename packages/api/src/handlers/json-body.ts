import { assertContentLength } from '../body/read-body.ts'
import { readJsonObject } from '../body/read-json.ts'
import { assertJsonBody } from '../requests/content-type.ts'
import type { Call } from '../routing/route.ts'

/** Checks the headers of a JSON request, then reads its body. */
export async function jsonBodyOf({
  request,
  limits,
}: Call): Promise<Readonly<Record<string, unknown>>> {
  const limit = limits.jsonBody
  assertJsonBody(request)
  assertContentLength(request.headers['content-length'], limit)
  request.acceptBody?.()
  return readJsonObject(request.body, { limit, limits, signal: request.signal })
}
