import { BOUNDARY, MULTIPART, type RawPart, rawForm } from './raw-http.ts'

/** A form of an attacker, and what must come of it. */
export interface HostileForm {
  readonly name: string
  /** Default: that of `rawForm`. */
  readonly contentType?: string
  /** Below `/api/v1`. Default `/assets`. */
  readonly path?: string
  readonly body: Buffer
  /**
   * Status and code of the refusal, or the names of the assets that are stored. Of two codes it depends on
   * how the body is cut which comes first.
   */
  readonly outcome:
    | { readonly refused: readonly [status: number, ...codes: string[]] }
    | { readonly stored: readonly string[] }
}

const MALFORMED = { refused: [400, 'malformed_request'] } as const
const INVALID = { refused: [422, 'invalid_body'] } as const
const A = { stored: ['a'] } as const

function part(parameters: string, content: string | Buffer = 'x', ...header: string[]): RawPart {
  return { header: [`Content-Disposition: form-data; ${parameters}`, ...header], content }
}

const FILE = part('name="file"; filename="a"')
const WHOLE = rawForm([FILE])

function repeated(each: RawPart, count: number): Buffer {
  return rawForm(Array.from({ length: count }, () => each))
}

function withHeader(...lines: string[]): Buffer {
  return rawForm([{ header: lines, content: 'x' }])
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function bounded(boundary: string): Buffer {
  return Buffer.from(WHOLE.toString().replaceAll(BOUNDARY, boundary))
}

/** Too much of something. */
const floods: readonly HostileForm[] = [
  { name: '10,000 text fields', body: repeated(part('name="x"'), 10_000), outcome: INVALID },
  {
    name: '10,000 files',
    path: '/assets/bulk-upload',
    body: repeated(part('name="files[]"; filename="a"'), 10_000),
    outcome: { refused: [422, 'too_many_files', 'invalid_body'] },
  },
  {
    name: '10,000 parts without a header',
    body: repeated({ header: [], content: '' }, 10_000),
    outcome: MALFORMED,
  },
  {
    name: 'a text field over its limit',
    body: rawForm([part('name="x"', 'x'.repeat(64 * 1024 + 1)), FILE]),
    outcome: { refused: [413, 'body_too_large'] },
  },
  {
    name: 'a file over its limit',
    body: rawForm([part('name="file"; filename="a"', Buffer.alloc(512 * 1024 + 1))]),
    outcome: { refused: [413, 'file_too_large'] },
  },
  {
    name: 'a form over the limit of a request',
    path: '/assets/bulk-upload',
    body: repeated(part('name="files[]"; filename="a"', Buffer.alloc(300 * 1024)), 4),
    outcome: { refused: [413, 'body_too_large'] },
  },
  {
    name: 'a preamble without end',
    body: Buffer.alloc(900 * 1024, '\r\n-'),
    outcome: MALFORMED,
  },
  {
    name: '200 lines without a colon in a header',
    body: withHeader('Content-Disposition: form-data; name="file"', ...Array(200).fill('x')),
    outcome: MALFORMED,
  },
  {
    name: 'a header of 17 KiB',
    body: withHeader('Content-Disposition: form-data; name="file"', `x: ${'x'.repeat(17 * 1024)}`),
    outcome: MALFORMED,
  },
  {
    name: 'a header that never ends',
    body: Buffer.from(`--${BOUNDARY}\r\n${'a: b\r\n'.repeat(50_000)}`),
    outcome: MALFORMED,
  },
  {
    name: 'content that is almost a boundary all the time',
    body: rawForm([
      part('name="file"; filename="a"', `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(30_000)),
    ]),
    outcome: A,
  },
]

/** Names of fields and of files. */
const names: readonly HostileForm[] = [
  ...['', '__proto__', 'constructor', 'prototype', 'file[]', 'file[0]', 'toString'].map((name) => ({
    name: `a file in the field ${JSON.stringify(name)}`,
    body: rawForm([part(`name="${name}"; filename="a"`)]),
    outcome: INVALID,
  })),
  {
    name: 'a file in a field without a name',
    body: rawForm([part('filename="a"')]),
    outcome: INVALID,
  },
  {
    name: 'text fields with names of Object.prototype',
    body: rawForm([
      ...['', '__proto__', 'constructor', 'hasOwnProperty'].map((name) => part(`name="${name}"`)),
      FILE,
    ]),
    outcome: A,
  },
  {
    name: 'a file name of 8 KB',
    body: rawForm([part(`name="file"; filename="${'n'.repeat(8192)}.txt"`)]),
    outcome: { stored: [`${'n'.repeat(251)}.txt`] },
  },
  {
    name: 'percent escapes in filename* that are no UTF-8',
    body: rawForm([part(`name="file"; filename*=UTF-8''%e2%28%a1`)]),
    outcome: { stored: ['\ufffd(\ufffd'] },
  },
  ...["UTF-8''%zz", "UTF-8''%", "klingon''a", 'UTF-8', "'''"].map((value) => ({
    name: `filename*=${value}`,
    body: rawForm([part(`name="file"; filename*=${value}`)]),
    outcome: MALFORMED,
  })),
  {
    name: 'a path as the file name',
    body: rawForm([part('name="file"; filename="../../../etc/..\\..\\a"')]),
    outcome: A,
  },
  {
    name: 'a control character in the file name',
    body: rawForm([part('name="file"; filename="\u0001a"')]),
    outcome: MALFORMED,
  },
  {
    name: 'line ends in the file name, as browsers write them',
    body: rawForm([part('name="file"; filename="a%0D%0AX-Evil: 1%22"')]),
    outcome: { stored: ['aX-Evil: 1"'] },
  },
  {
    name: 'bytes that are no UTF-8 in the file name',
    body: latin1(WHOLE.toString().replace('filename="a"', 'filename="\xff\xfea"')),
    outcome: { stored: ['\ufffd\ufffda'] },
  },
]

/** Framing. */
const framing: readonly HostileForm[] = [
  {
    name: 'a boundary of 70 characters',
    contentType: `multipart/form-data; boundary=${'b'.repeat(70)}`,
    body: bounded('b'.repeat(70)),
    outcome: A,
  },
  {
    name: 'a boundary of 71 characters',
    contentType: `multipart/form-data; boundary=${'b'.repeat(71)}`,
    body: bounded('b'.repeat(71)),
    outcome: MALFORMED,
  },
  {
    name: 'a boundary of characters with a meaning',
    contentType: 'multipart/form-data; boundary="(.*)+[a-z]$\\"{1}|\\\\^ x"',
    body: bounded('(.*)+[a-z]$$"{1}|\\^ x'),
    outcome: A,
  },
  ...['', '; boundary=', '; boundary=""', '; boundary=" "'].map((parameter) => ({
    name: `multipart/form-data${parameter}`,
    contentType: `multipart/form-data${parameter}`,
    body: WHOLE,
    outcome: MALFORMED,
  })),
  ...[
    `multipart/form-data; boundary=${BOUNDARY}; boundary=other`,
    `multipart/mixed; boundary=${BOUNDARY}`,
    `multipart/form-data boundary=${BOUNDARY}`,
    `${MULTIPART}, text/plain`,
    'multipart',
  ].map((contentType) => ({
    name: contentType,
    contentType,
    body: WHOLE,
    outcome: { refused: [415, 'unsupported_media_type'] } as const,
  })),
  ...(
    [
      ['no header', []],
      ['an empty header name', [': x']],
      ['a folded line first', [' Content-Disposition: form-data; name="file"; filename="a"']],
      ['a tab first', ['\tx', 'Content-Disposition: form-data; name="file"; filename="a"']],
      ['no colon', ['Content-Disposition form-data; name="file"; filename="a"']],
      ['a space before the colon', ['Content-Disposition : form-data; name="file"; filename="a"']],
      ['NUL in its name', ['Content-\0Disposition: form-data; name="file"; filename="a"']],
      ['NUL in its value', ['Content-Disposition: form-data; name="file"; filename="a\0"']],
      ['another disposition', ['Content-Disposition: attachment; name="file"; filename="a"']],
      ['a quote without end', ['Content-Disposition: form-data; name="file"; filename="a']],
      ['a Content-Type alone', ['Content-Type: text/plain']],
    ] as const
  ).map(([what, header]) => ({
    name: `a part with ${what}`,
    body: withHeader(...header),
    outcome: MALFORMED,
  })),
  ...[1, 10, BOUNDARY.length + 2, 40, 70, WHOLE.length - 4].map((length) => ({
    name: `the first ${length} bytes of a form`,
    body: WHOLE.subarray(0, length),
    outcome: MALFORMED,
  })),
  { name: 'nothing but line ends', body: Buffer.alloc(10_000, '\r\n'), outcome: MALFORMED },
  { name: 'a NUL', body: Buffer.alloc(1), outcome: MALFORMED },
  {
    name: 'bare line feeds',
    body: Buffer.from(WHOLE.toString().replaceAll('\r\n', '\n')),
    outcome: MALFORMED,
  },
  {
    name: 'a form within a part without a file name',
    body: rawForm([
      part(
        'name="file"',
        '--inner\r\n\r\nx\r\n--inner--',
        'Content-Type: multipart/mixed; boundary=inner',
      ),
    ]),
    outcome: { refused: [422, 'file_missing'] },
  },
  {
    name: 'a form within a file',
    body: rawForm([
      part(
        'name="file"; filename="a"',
        '--inner\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\nx\r\n--inner--',
        'Content-Type: multipart/mixed; boundary=inner',
      ),
    ]),
    outcome: A,
  },
  {
    name: 'a second form behind the end of the first',
    body: Buffer.concat([WHOLE, rawForm([part('name="file"; filename="b"')])]),
    outcome: A,
  },
  {
    name: 'a file that is begun behind the end of the form',
    body: Buffer.concat([
      WHOLE,
      Buffer.from(`x\r\n--${BOUNDARY}\r\nx\r\n`),
      withHeader(FILE.header[0] ?? '').subarray(0, -20),
    ]),
    outcome: A,
  },
  {
    name: 'a boundary with a bare carriage return behind it',
    body: latin1(
      rawForm([FILE, FILE])
        .toString()
        .replace(/(--a-boundary\r)\n/g, '$1'),
    ),
    outcome: MALFORMED,
  },
  {
    name: 'a second Content-Disposition',
    body: withHeader(
      'Content-Disposition: form-data; name="file"; filename="a"',
      'Content-Disposition: form-data; name="file"; filename="b"',
    ),
    outcome: MALFORMED,
  },
  ...['name="file"; name="x"; filename="a"', 'name="file"; filename="a"; FileName="b"'].map(
    (parameters) => ({
      name: `a Content-Disposition with ${parameters}`,
      body: rawForm([part(parameters)]),
      outcome: MALFORMED,
    }),
  ),
  {
    name: 'a text field in an unknown charset',
    body: rawForm([part('name="x"', 'y', 'Content-Type: text/plain; charset=klingon'), FILE]),
    outcome: MALFORMED,
  },
  {
    name: 'a transfer encoding, which forms do not have any more',
    body: rawForm([part('name="file"; filename="a"', 'eA==', 'Content-Transfer-Encoding: base64')]),
    outcome: A,
  },
]

/** Forms that other multipart readers have fallen over, or that none should. */
export const hostileForms: readonly HostileForm[] = [...floods, ...names, ...framing]
