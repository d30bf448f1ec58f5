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
 * The JSON object that is a request's body, read once its headers have passed. It has no member that the shape of the
 * route does not have.
 *
 * Throws 400 for broken JSON or UTF-8 and for what is nested too deep, 422 for another value and for what the shape does
 * not have.
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

/** The same for a body that may be left out: then `{}`. Some frameworks give an empty one in its place. */
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

/** Twice as many as it may have, and a few: so `assertShape` names the list or object that is too long. */
function budgetOf(shape: JsonShape): number {
  return 2 * mostValues(shape) + 64
}

function bytesOf(request: ApiRequest, limits: ApiLimits): Promise<Uint8Array> {
  return wholeBody(readBody(request, { limit: limits.jsonBody, limits }))
}
