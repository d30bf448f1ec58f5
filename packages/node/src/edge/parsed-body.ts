import { Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import { type HttpProblem, problem } from '@stowage/api'
import type { NodeRequest } from './node-messages.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i

/** What body parsers for Connect and Express leave on a request. */
interface ParsedRequest {
  readonly body?: unknown
}

/** Whether something before us reads, or has read, the body: its bytes will not come again. */
export function isBodyTaken(req: NodeRequest): boolean {
  return req.readableDidRead || req.readableFlowing === true
}

/**
 * The body again, from what a body parser left in `req.body`: bytes and text as they are, JSON written
 * anew. `undefined` when it cannot be had, as with a form whose files were stored elsewhere.
 */
export function parsedBodyOf(req: NodeRequest): Readable | undefined {
  const { body } = req as ParsedRequest
  if (typeof body === 'string' || isUint8Array(body)) return readableOf(Buffer.from(body))
  const isJson = JSON_TYPE.test(req.headers['content-type'] ?? '')
  return isJson && body !== undefined ? readableOf(Buffer.from(JSON.stringify(body))) : undefined
}

/** What to answer when `body` was taken and has left nothing. It is the app's developer who can help: it says how. */
export function lostBody(req: NodeRequest, body: Readable | null): HttpProblem | undefined {
  if (body !== req || !isBodyTaken(req)) return undefined
  return problem(
    'internal_error',
    'A body parser read this request before the media assets were reached. ' +
      'Mount them before that middleware (express.json(), multer, ...), or make it pass over their path.',
  )
}

function readableOf(bytes: Buffer): Readable {
  return Readable.from(bytes, { objectMode: false })
}
