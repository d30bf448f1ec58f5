/** More headers than node:http reports. */
const MANY = 'X: y\r\n'.repeat(1300)

/** The framing between the head of a request and the upload that it smuggles, and why no two servers agree on it. */
export const AMBIGUOUS: readonly (readonly [name: string, framing: string])[] = [
  [
    'a length and the chunked coding',
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'the chunked coding and a length',
    'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
  ],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 9\r\n\r\n'],
  ['one length twice', 'Content-Length: 1\r\nContent-Length: 1\r\n\r\nx'],
  ['a list of lengths', 'Content-Length: 1, 1\r\n\r\nx'],
  ['a length with a sign', 'Content-Length: +1\r\n\r\nx'],
  ['a negative length', 'Content-Length: -1\r\n\r\n'],
  ['a hexadecimal length', 'Content-Length: 0x1\r\n\r\nx'],
  ['an empty length', 'Content-Length:\r\n\r\n'],
  ['a length past all numbers', 'Content-Length: 99999999999999999999\r\n\r\n'],
  ['a space before the colon of a length', 'Content-Length : 1\r\n\r\nx'],
  ['a space before the colon of the coding', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  ['a vertical tab before the coding', 'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n'],
  ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['identity', 'Transfer-Encoding: identity\r\n\r\n'],
  ['chunked before another coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'],
  ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'X-A: b\r\n Content-Length: 9\r\n\r\n'],
  ['a folded coding', 'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'],
  ['a bare line feed in the head', 'X-A: b\nContent-Length: 9\r\n\r\n'],
  ['a bare carriage return in the head', 'X-A: b\rContent-Length: 9\r\n\r\n'],
  ['a NUL in the head', 'X-A: b\0c\r\n\r\n'],
  ['bare line feeds between chunks', 'Transfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n'],
  [
    'a bare line feed behind a chunk extension',
    'Transfer-Encoding: chunked\r\n\r\n1;a\nx\r\n0\r\n\r\n',
  ],
  ['a negative chunk', 'Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n'],
  ['a chunk of 0x1', 'Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n'],
  [
    'a chunk past all numbers',
    'Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n',
  ],
  ['a chunk shorter than it says', 'Transfer-Encoding: chunked\r\n\r\n5\r\nx\r\n0\r\n\r\n'],
  ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n'],
  [
    'a length behind the last chunk',
    'Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 9\r\n\r\n',
  ],
  [
    'chunk extensions of 20 KB',
    `Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  ],
  ['a head of 20 KB', `X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['another coding before chunked', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['a length behind 1,300 headers', `${MANY}Content-Length: 0\r\n\r\n`],
  ['a coding behind 1,300 headers', `${MANY}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a second Host behind 1,300 headers', `${MANY}Host: other.example\r\n\r\n`],
  ['a second Host', 'Host: other.example\r\nConnection: close\r\n\r\n'],
]

/** Bytes that are not even an HTTP/1.1 request. */
export const GARBAGE: readonly (readonly [name: string, bytes: string])[] = [
  ['HTTP/0.9', 'GET /api/v1/assets\r\nHost: x\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'STEAL /api/v1/assets HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown version', 'GET /api/v1/assets HTTP/1.7\r\nHost: x\r\n\r\n'],
  ['no Host', 'GET /api/v1/assets HTTP/1.1\r\n\r\n'],
  ['a space in the path', 'GET /api/v1/ assets HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a control character in the path', 'GET /api/v1/\x01 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['NULs', '\0'.repeat(1000)],
  ['a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n'],
]
