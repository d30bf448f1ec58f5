import { BOUNDARY, rawForm } from '../http/raw-http.ts'
import {
  A,
  FILE,
  type HostileForm,
  INVALID,
  latin1,
  MALFORMED,
  part,
  repeated,
  WHOLE_TENANT,
  withHeader,
} from './form.ts'
import { hostileFormFramings } from './form-framings.ts'

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
    outcome: MALFORMED,
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
    body: latin1(WHOLE_TENANT.toString().replace('filename="a"', 'filename="\xff\xfea"')),
    outcome: { stored: ['ÿþa'] },
  },
]

/** Forms that have broken other multipart readers, or that none should fail on. */
export const hostileForms: readonly HostileForm[] = [...floods, ...names, ...hostileFormFramings]
