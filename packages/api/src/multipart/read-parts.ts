import type { Readable } from 'node:stream'
import busboy, { type Busboy } from 'busboy'
import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiLimits } from '../message/limits.ts'
import { searchNatively } from './boundary-search.ts'
import { wellFramed } from './framing.ts'
import { malformedMultipart } from './malformed.ts'
import {
  isAmbiguous,
  type PartHeader,
  sizeOfHeader,
  tapHeaders,
  unescapeName,
} from './part-header.ts'

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

/**
 * The parts of a `multipart/form-data` body (RFC 7578), one at a time. Every step takes only as many
 * chunks of the body as it needs, so nothing is read ahead and memory is constant. Ends only when the
 * whole body has come: whoever sees the end knows that nothing was cut off. Throws 400
 * `malformed_request` for broken framing, 413 and 422 for what is over a limit, and whatever `body` throws.
 */
export async function* readParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
  limits: PartLimits,
): AsyncGenerator<Part, void, undefined> {
  const source = wellFramed(body, boundary)
  const arrived: Part[] = []
  let failure: ApiError | undefined
  let finished = false

  const parser = openParser(boundary, limits, {
    onPart: (part) => arrived.push(part),
    onFailure: (problem) => {
      failure ??= problem
    },
    more: feed,
  })

  /** Gives the parser the next chunk, whose parts and bytes have arrived when it resolves. */
  async function feed(): Promise<void> {
    const chunk = await source.next()
    await new Promise<void>((resolve) => {
      if (chunk.done) parser.end(resolve)
      else parser.write(chunk.value, () => resolve())
    })
    finished ||= chunk.done === true
    if (failure !== undefined) throw failure
  }

  try {
    while (!finished || arrived.length > 0) {
      const part = arrived.shift()
      if (part === undefined) {
        await feed()
        continue
      }
      yield part
      // What is left of it would be kept otherwise.
      if (typeof part.content !== 'string') for await (const _ of part.content);
    }
  } finally {
    parser.destroy()
    await source.return()
  }
}

interface ParserEvents {
  readonly onPart: (part: Part) => void
  readonly onFailure: (problem: ApiError) => void
  /** Brings more bytes, or throws. */
  readonly more: () => Promise<void>
}

function openParser(
  boundary: string,
  limits: PartLimits,
  { onPart, onFailure, more }: ParserEvents,
): Busboy {
  let header: PartHeader = {}
  let passedOver = false

  const arrive = (name: string | undefined, part: Pick<Part, 'fileName' | 'content'>) => {
    passedOver = false
    // busboy does not tell an empty name from none.
    onPart({ name: name ?? '', contentDigest: header['content-digest']?.join(', '), ...part })
  }
  const checkPassedOver = () => {
    if (passedOver) onFailure(malformedMultipart('A part has no readable Content-Disposition.'))
  }

  const onHeader = (next: PartHeader) => {
    checkPassedOver()
    passedOver = true
    header = next
    if (isAmbiguous(header)) onFailure(malformedMultipart('A Content-Disposition is ambiguous.'))
    if (sizeOfHeader(header) > limits.partHeader) onFailure(headerTooLarge(limits.partHeader))
  }
  return createParser(boundary, limits, onHeader)
    .on('file', (name: string | undefined, stream, { filename }: { filename?: string }) => {
      const fileName = filename === undefined ? undefined : unescapeName(filename, header)
      arrive(name, { fileName, content: bytesOf(stream, more) })
    })
    .on('field', (name: string | undefined, text: string | undefined, { valueTruncated }) => {
      // busboy gives no text at all in a charset that it does not know.
      if (text === undefined) onFailure(malformedMultipart('A field has an unknown charset.'))
      arrive(name, { fileName: undefined, content: text ?? '' })
      if (valueTruncated) onFailure(textTooLarge(name, limits.textField))
    })
    .on('partsLimit', () => onFailure(tooManyParts(limits.parts)))
    .on('error', (error: Error) => onFailure(malformedMultipart(`${error.message}.`)))
    .on('finish', checkPassedOver)
}

function createParser(
  boundary: string,
  { parts, textField }: PartLimits,
  onHeader: (header: PartHeader) => void,
): Busboy {
  const quoted = boundary.replace(/["\\]/g, '\\$&')
  const parser = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${quoted}"` },
    defParamCharset: 'utf8',
    preservePath: true,
    // Never full: a file's stream holds at most what one chunk of the body brought.
    fileHwm: 2 ** 30,
    // One more than may be, because busboy tells of a limit when it is reached.
    limits: { parts: parts + 1, fieldSize: textField + 1 },
  })
  // First: it wraps what busboy's own search, which then goes, would tell.
  const listener = tapHeaders(parser, onHeader)
  searchNatively(parser, listener)
  return parser
}

/** What has arrived of a file and was not asked for yet. */
interface Arrived {
  readonly chunks: Buffer[]
  isWanted: boolean
  hasEnded: boolean
}

/** What arrives of a file, bringing more when there is none. What is not asked for is dropped. */
function bytesOf(stream: Readable, more: () => Promise<void>): AsyncIterable<Buffer> {
  const arrived: Arrived = { chunks: [], isWanted: true, hasEnded: false }
  stream.on('data', (chunk: Buffer) => {
    if (arrived.isWanted) arrived.chunks.push(chunk)
  })
  stream.on('end', () => {
    arrived.hasEnded = true
  })
  // The parser fails with the same error.
  stream.on('error', () => {})
  return taken(arrived, more)
}

/** Not nested in `bytesOf`: V8 makes a hidden class for every generator function, which keeps all that it sees. */
async function* taken(
  arrived: Arrived,
  more: () => Promise<void>,
): AsyncGenerator<Buffer, void, undefined> {
  const { chunks } = arrived
  try {
    while (true) {
      yield* chunks.splice(0)
      if (arrived.hasEnded && chunks.length === 0) return
      if (chunks.length === 0) await more()
    }
  } finally {
    arrived.isWanted = false
  }
}

function headerTooLarge(limit: number): ApiError {
  return malformedMultipart(`The header of a part has more than ${limit} bytes.`)
}

function tooManyParts(limit: number): ApiError {
  return apiError('invalid_body', `A request may hold at most ${limit} parts.`, { meta: { limit } })
}

function textTooLarge(parameter: string | undefined, limit: number): ApiError {
  return apiError('body_too_large', `A text field may have at most ${limit} bytes.`, {
    source: { parameter: parameter ?? '' },
    meta: { limit },
  })
}
