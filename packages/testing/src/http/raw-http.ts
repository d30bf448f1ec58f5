import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { HttpFixture } from './http-fixture.ts'

/** The boundary of handwritten forms. */
export const BOUNDARY = 'a-boundary'

/** `Content-Type` of handwritten forms. */
export const MULTIPART: string = `multipart/form-data; boundary=${BOUNDARY}`

/** One part of a handwritten form: its raw header lines, and its content. */
export interface RawPart {
  readonly header: readonly string[]
  readonly content: string | Buffer
}

/** An answer as read from a socket. */
export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A multipart body, byte for byte. */
export function rawForm(parts: readonly RawPart[]): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap(({ header, content }) => [
    Buffer.from(`--${BOUNDARY}\r\n${header.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** The part of a file, with header lines besides its disposition. */
export function filePart(content: string | Buffer, ...header: string[]): RawPart {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="raw.txt"'
  return { header: [disposition, ...header], content }
}

/** The head of a request to write to a socket, without the empty line at its end. `key`: `null` for none. */
export function requestHead(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string | null },
  method: string,
  path: string,
  ...lines: string[]
): string {
  const { host, pathname } = new URL(baseUrl)
  return [
    `${method} ${pathname.replace(/\/$/, '')}/api/v1${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(key === null ? [] : [`Authorization: Bearer ${key}`]),
    ...lines,
    '',
  ].join('\r\n')
}

/** The head of a request with a form. */
export function uploadHead(
  { baseUrl }: Pick<HttpFixture, 'baseUrl'>,
  key: string | null,
  length: number,
): string {
  const lines = [
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${length}`,
    // Ends the answer without a half-close, which node:http would take for a client that has gone.
    'Connection: close',
  ]
  return `${requestHead({ baseUrl, key }, 'POST', '/assets', ...lines)}\r\n`
}

const MEBIBYTE = Buffer.alloc(1024 ** 2)

/** What a client that does not wait for an answer sends: the head of a request, then this many MiB of zeros. */
export function* headThenMebibytes(head: string, count: number): Generator<Buffer | string> {
  yield head
  for (let sent = 0; sent < count; sent += 1) yield MEBIBYTE
}

export async function openSocket(fixture: HttpFixture): Promise<Socket> {
  const { hostname, port } = new URL(fixture.baseUrl)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  await once(socket, 'connect')
  // The bytes read so far show what broke.
  socket.on('error', () => {})
  return socket
}

/** Writes everything, and only then begins to read: a hasty close would rob such a client of its answer. */
export async function writeThenRead(
  socket: Socket,
  chunks: Iterable<Buffer | string>,
): Promise<RawAnswer> {
  socket.pause()
  for (const chunk of chunks) {
    const flushed = new Promise<void>((resolve) => socket.write(chunk, () => resolve()))
    await flushed
  }
  return parseAnswer(await buffer(socket))
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(headers),
    body: bytes.toString('utf8', end + 4),
  }
}

/**
 * The answers to requests sent one after another, each with a `Content-Length` or without a body; a chunked one must be
 * the last.
 */
export function parseAnswers(bytes: Buffer): readonly RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.indexOf('\r\n\r\n') !== -1) {
    const bodyAt = rest.indexOf('\r\n\r\n') + 4
    const { headers } = parseAnswer(rest.subarray(0, bodyAt))
    const isChunked = headers.get('transfer-encoding') === 'chunked'
    const end = isChunked ? rest.length : bodyAt + Number(headers.get('content-length') ?? 0)
    answers.push(parseAnswer(rest.subarray(0, end)))
    rest = rest.subarray(end)
  }
  return answers
}
