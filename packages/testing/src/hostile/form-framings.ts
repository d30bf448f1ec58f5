import { BOUNDARY, MULTIPART, rawForm } from '../http/raw-http.ts'
import {
  A,
  FILE,
  type HostileForm,
  latin1,
  MALFORMED,
  part,
  WHOLE_TENANT,
  withHeader,
} from './form.ts'

function bounded(boundary: string): Buffer {
  return Buffer.from(WHOLE_TENANT.toString().replaceAll(BOUNDARY, boundary))
}

/** Forms whose framing is unusual, ambiguous or broken. */
export const hostileFormFramings: readonly HostileForm[] = [
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
    body: WHOLE_TENANT,
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
    body: WHOLE_TENANT,
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
  ...[1, 10, BOUNDARY.length + 2, 40, 70, WHOLE_TENANT.length - 4].map((length) => ({
    name: `the first ${length} bytes of a form`,
    body: WHOLE_TENANT.subarray(0, length),
    outcome: MALFORMED,
  })),
  { name: 'nothing but line ends', body: Buffer.alloc(10_000, '\r\n'), outcome: MALFORMED },
  { name: 'a NUL', body: Buffer.alloc(1), outcome: MALFORMED },
  {
    name: 'bare line feeds',
    body: Buffer.from(WHOLE_TENANT.toString().replaceAll('\r\n', '\n')),
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
    body: Buffer.concat([WHOLE_TENANT, rawForm([part('name="file"; filename="b"')])]),
    outcome: A,
  },
  {
    name: 'a file that is begun behind the end of the form',
    body: Buffer.concat([
      WHOLE_TENANT,
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
    name: 'a transfer encoding that would have to be undone',
    body: rawForm([part('name="file"; filename="a"', 'eA==', 'Content-Transfer-Encoding: base64')]),
    outcome: MALFORMED,
  },
  {
    name: 'a transfer encoding that changes nothing',
    body: rawForm([part('name="file"; filename="a"', 'eA==', 'Content-Transfer-Encoding: binary')]),
    outcome: A,
  },
]
