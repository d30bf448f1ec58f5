import { Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import { type ApiError, apiError } from '@stowage/api'
import type { NodeRequest } from './node-messages.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i

/** What decoders put in place of bytes that are no text. */
const REPLACEMENT = '\ufffd'

/** What body parsers for Connect and Express leave on a request. */
interface ParsedRequest {
  readonly body?: unknown
}

/** A body that something before us has read. */
export type ParsedBody =
  | { readonly bytes: Readable }
  | { readonly json: { readonly value: unknown } }
  | { readonly lost: ApiError }

/** Whether something before us reads, or has read, the body: its bytes will not come again. */
export function isBodyTaken(req: NodeRequest): boolean {
  return req.readableDidRead || req.readableFlowing === true
}

/**
 * What a body parser left in `req.body`: bytes as they are, text where it has every byte of the body, the value of
 * JSON. Never rebuilds a body that could differ from what was sent. `lost` is the error to answer with; only the app's
 * developer can help.
 */
export function parsedBodyOf(req: NodeRequest): ParsedBody {
  const { body } = req as ParsedRequest
  const isJson = JSON_TYPE.test(req.headers['content-type'] ?? '')
  if (typeof body === 'string') {
    const bytes = Buffer.from(body)
    const isExact = isJson && !body.includes(REPLACEMENT) && hasLengthOf(req, bytes)
    return isExact ? { bytes: readableOf(bytes) } : lost('as text (express.text())')
  }
  if (isUint8Array(body)) {
    if (hasLengthOf(req, body)) return { bytes: readableOf(body) }
    return lost('and changed its length')
  }
  return isJson && body !== undefined ? { json: { value: body } } : lost('')
}

function hasLengthOf({ headers }: NodeRequest, { length }: Uint8Array): boolean {
  const announced = headers['content-length']
  return announced === undefined || Number(announced) === length
}

function lost(how: string): { readonly lost: ApiError } {
  const detail =
    `A body parser read this request ${how && `${how} `}before the media assets were reached. ` +
    'Mount them before that middleware (express.json(), express.text(), multer, ...), or make it pass over their path.'
  return { lost: apiError('internal_error', detail) }
}

function readableOf(bytes: Uint8Array): Readable {
  return Readable.from([bytes], { objectMode: false })
}
