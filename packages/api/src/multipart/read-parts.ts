import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiLimits } from '../message/limits.ts'
import { FormReader } from './form-reader.ts'
import { malformedMultipart } from './malformed.ts'
import { isAmbiguous, parsePartHeader, partFileName } from './part-header.ts'
import { PartParser } from './part-parser.ts'

/** One part of a multipart body. */
export interface Part {
  /** The field's name. */
  readonly name: string
  /** As the client gave it: not yet fit for use as a name. `undefined` for text, and for files without one. */
  readonly fileName: string | undefined
  readonly contentDigest: string | undefined
  /** The text of a field; the bytes of a file, good until the next part is asked for. */
  readonly content: string | AsyncIterable<Buffer>
}

type PartLimits = Pick<ApiLimits, 'parts' | 'textField' | 'partHeader'>

const NOTHING = Buffer.alloc(0)

/**
 * The parts of a `multipart/form-data` body (RFC 7578), one at a time. Each step reads only as many chunks as it
 * needs, so memory is constant. It ends only when the whole body has come: an end proves that nothing was cut off.
 *
 * Throws 400 `malformed_request` for broken framing, 413 and 422 for what is over a limit, and what `body` throws.
 *
 * `FormReader` parses the framing and yields the bytes of files; busboy reads headers and texts.
 */
export async function* readParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
  limits: PartLimits,
): AsyncGenerator<Part, void, undefined> {
  const chunks = body[Symbol.asyncIterator]()
  const form = new FormReader(chunks, boundary, limits.partHeader)
  const parser = new PartParser(boundary)
  let parts = 0
  try {
    while (true) {
      const header = await form.nextHeader()
      if (header === undefined) return
      parts += 1
      if (parts > limits.parts) throw tooManyParts(limits.parts)
      yield await partOf(header, form, parser, limits.textField)
    }
  } finally {
    await chunks.return?.()
  }
}

async function partOf(
  bytes: Buffer,
  form: FormReader,
  parser: PartParser,
  textLimit: number,
): Promise<Part> {
  const header = parsePartHeader(bytes)
  if (isAmbiguous(header)) throw malformedMultipart('A Content-Disposition is ambiguous.')
  const { contentDigest } = header
  const fileName = partFileName(header)
  if (fileName === null) throw malformedMultipart('The file name of a part cannot be read.')
  const { name, isFile } = await parser.parse(header.bytes, NOTHING)
  if (isFile || fileName !== undefined) {
    return { name, fileName, contentDigest, content: form.content() }
  }
  const text = await textBytes(form.content(), name, textLimit)
  const { text: content } = await parser.parse(header.bytes, text)
  return { name, fileName: undefined, contentDigest, content }
}

async function textBytes(
  content: AsyncIterable<Buffer>,
  name: string,
  limit: number,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > limit) throw textTooLarge(name, limit)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}

function tooManyParts(limit: number): ApiError {
  return apiError('invalid_body', `A request may hold at most ${limit} parts.`, { meta: { limit } })
}

function textTooLarge(parameter: string, limit: number): ApiError {
  return apiError('body_too_large', `A text field may have at most ${limit} bytes.`, {
    source: { parameter },
    meta: { limit },
  })
}
