import { apiError } from '../errors/api-error.ts'
import { isBodyAbsent } from '../http/headers/body-absent.ts'
import { assertJsonBody } from '../http/headers/content-type.ts'
import type { ApiLimits } from '../message/limits.ts'
import type { ApiRequest } from '../message/request.ts'
import { assertShape } from './assert-shape.ts'
import { type JsonShape, mostValues } from './json-shape.ts'
import { parseJson } from './parse-json.ts'
import { assertContentLength, readBody } from './read-body.ts'
import { wholeBody } from './whole-body.ts'

interface JsonContext {
  readonly request: ApiRequest
  readonly limits: ApiLimits
  /** What the body may hold; `null` on routes that take no JSON. */
  readonly bodyShape: JsonShape | null
}

/**
 * The JSON object in a request's body, read after its headers have passed the checks. It has only members that the
 * shape of the route has.
 *
 * Throws 400 for broken JSON or UTF-8 and for too deep nesting, 422 for a value that is no object and for anything that
 * the shape does not have.
 */
export async function jsonBodyOf({
  request,
  limits,
  bodyShape,
}: JsonContext): Promise<Readonly<Record<string, unknown>>> {
  if (bodyShape === null) throw new Error('This route does not describe a JSON body.')
  const { headers, parsedJson } = request
  assertJsonBody(request)
  assertContentLength(headers['content-length'], limits.jsonBody)
  request.acceptBody?.()
  const value = parsedJson
    ? parsedJson.value
    : parseJson(await bytesOf(request, limits), { values: budgetOf(bodyShape) })
  assertShape(value, bodyShape)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw apiError('invalid_body', 'Send a JSON object.', { source: { pointer: '' } })
}

/** The same for an optional body: `{}` when it is absent. Some frameworks give an empty body instead of none. */
export async function optionalJsonBodyOf(context: JsonContext): ReturnType<typeof jsonBodyOf> {
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

/**
 * Twice as many as the shape allows, and a few more. So `assertShape` gets to name the list or object that is too long.
 */
function budgetOf(shape: JsonShape): number {
  return 2 * mostValues(shape) + 64
}

function bytesOf(request: ApiRequest, limits: ApiLimits): Promise<Uint8Array> {
  return wholeBody(readBody(request, { limit: limits.jsonBody, limits }))
}
