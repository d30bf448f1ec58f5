import assert from 'node:assert/strict'
import http from 'node:http'
import type { ContractCase } from '../contract/contract.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/** What the app answers at `/rows`, as `text/csv`: too much for any middleware to consider it not worth compressing. */
export const ROWS: Buffer = Buffer.from(
  Array.from({ length: 4000 }, (_, row) => `${row};row;${row * 7}\n`).join(''),
)

/** Files of types that middlewares compress, by name. */
const FILES: readonly (readonly [name: string, content: Buffer])[] = [
  ['export.csv', ROWS],
  ['notes.txt', ROWS],
  ['rows.json', Buffer.from(JSON.stringify(ROWS.toString().split('\n')))],
  ['page.html', Buffer.from(`<!doctype html><title>rows</title><pre>${ROWS}</pre>`)],
  [
    'drawing.svg',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g></g>'.repeat(4000)}</svg>`),
  ],
]

/** All codings that a middleware may know. */
const CODINGS = 'gzip, deflate, br, zstd'

interface Downloaded {
  readonly status: number | undefined
  readonly headers: http.IncomingHttpHeaders
  readonly bytes: Buffer
}

/**
 * What a download must be when the app compresses its answers. The cases look at the raw bytes: `fetch` would unpack
 * them.
 */
export const compressedDownloadCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'ranges of a file, put together as they say, are the file, and the whole has its ETag for itself',
    async run(fixture) {
      for (const [name, content] of FILES) {
        const { publicFileId } = await fixture.store.upload(content, { name })
        const url = `${fixture.baseUrl}/api/v1/files/${publicFileId}/download`
        const half = content.length >> 1
        const parts: Buffer[] = []
        for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
          const part = await download(fixture, url, { range })
          assert.equal(part.status, 206, name)
          assert.equal(part.headers['content-encoding'], undefined, name)
          parts.push(part.bytes)
        }
        assert(Buffer.concat(parts).equals(content), name)
        const whole = await download(fixture, url)
        const plain = await download(fixture, url, { 'accept-encoding': 'identity' })
        assert(whole.bytes.equals(content), name)
        assert.equal(whole.headers['content-encoding'], undefined, name)
        assert.equal(whole.headers['content-length'], String(content.length), name)
        assert.equal(whole.headers.etag, plain.headers.etag, name)
      }
    },
  },
  {
    name: 'the app compresses an answer of its own at /rows, which shows that files are what it passes over',
    async run(fixture) {
      const { headers } = await download(fixture, new URL('/rows', fixture.baseUrl).href)
      assert.notEqual(headers['content-encoding'], undefined)
    },
  },
]

async function download(
  { key }: AdapterFixture,
  url: string,
  more: http.OutgoingHttpHeaders = {},
): Promise<Downloaded> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': CODINGS, ...more }
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const { statusCode: status, headers } = answer
      resolve({ status, headers, bytes: Buffer.concat(chunks) })
    })
    request.once('error', reject)
  })
}
