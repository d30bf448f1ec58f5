import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { newBlobKey } from '@stowage/core/ports'
import { stagedBytes } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { s3 } from './blobs.ts'

/** A service that answers so to every put, and keeps nothing. */
let server: Server
let conditions: (string | undefined)[]

beforeEach(async () => {
  conditions = []
  server = createServer((request, response) => {
    conditions.push(request.headers['if-none-match'])
    request.resume().once('end', () => {
      response
        .writeHead(501, { 'content-type': 'application/xml' })
        .end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('s3, of a service that does not know If-None-Match', () => {
  it('stores nothing, and says which condition is missing', async () => {
    const { port } = server.address() as AddressInfo
    const blobs = s3({
      bucket: 'bucket',
      staging: tmpdir(),
      config: {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'test',
        forcePathStyle: true,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    const put = blobs.put(newBlobKey(Date.now()), stagedBytes(Buffer.from('x')))
    await expect(put).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not know `If-None-Match: *`'),
      context: { answer: 'If-None-Match' },
    })
    // A lasting refusal is not asked again.
    expect(conditions).toEqual(['*'])
  })
})
