import type { ApiRequest } from '../api/request.ts'
import { problem } from '../problems/problem.ts'
import { type ReadBodyOptions, readBody } from './read-body.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON object that is a request's body. Throws 400 for broken JSON or UTF-8, 422 for another value. */
export async function readJsonObject(
  body: ApiRequest['body'],
  options: ReadBodyOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  if (body !== null) for await (const chunk of readBody(body, options)) chunks.push(chunk)
  const value = parse(Buffer.concat(chunks))
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
