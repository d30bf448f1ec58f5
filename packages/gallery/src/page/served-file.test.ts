import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServedFile } from './served-file.ts'

const TEXT = 'hello '.repeat(100)
const file = ServedFile.ofText(TEXT, { 'content-type': 'text/plain' })

function answer(headers: Record<string, string>) {
  return file.answer({ path: '/', query: '', baseUrl: '', headers })
}

describe('ServedFile', () => {
  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['*', true],
    ['identity, *;q=0.1', true],
    ['x-gzip', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, *', false],
    ['br', false],
    ['', false],
  ])('to a client that takes %j is compressed: %s', (encoding, isGzip) => {
    const { status, headers, body } = answer({ 'accept-encoding': encoding })
    const bytes = Buffer.from(body as Uint8Array)
    expect([status, headers['content-encoding']]).toEqual([200, isGzip ? 'gzip' : undefined])
    expect(String(isGzip ? gunzipSync(bytes) : bytes)).toBe(TEXT)
    expect(headers).toMatchObject({ 'content-length': `${bytes.length}`, vary: 'Accept-Encoding' })
  })

  it('is not sent again to those who have it', () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const { etag = '' } = answer(gzip).headers
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(answer({ ...gzip, 'if-none-match': tag })).toMatchObject({ status: 304, body: null })
    }
    expect(answer({ 'if-none-match': etag }).status).toBe(200)
    expect(answer({ ...gzip, 'if-none-match': '"other"' }).status).toBe(200)
  })
})
