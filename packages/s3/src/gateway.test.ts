import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StagedFile } from '@stowage/core'
import { INLINE_READ_LIMIT, newBlobKey } from '@stowage/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { s3 } from './blobs.ts'

const BLOB = Buffer.from('0123456789abcdef')
const key = newBlobKey(Date.now())

/** Blobs behind a gateway that answers everything so. */
async function blobsBehind(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return s3({
    bucket: 'media',
    staging: '.',
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-central-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
    },
  })
}

function partial(contentRange: string | null, body: Uint8Array): RequestListener {
  return (_, response) => {
    const range = contentRange === null ? {} : { 'content-range': contentRange }
    response.writeHead(206, { 'content-length': body.byteLength, ...range }).end(body)
  }
}

/** A gateway that begins a multipart upload and then answers nothing more; `asked` resolves when it does not. */
function fallingSilent() {
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const answer: RequestListener = ({ method, url = '' }, response) => {
    if (method === 'HEAD') response.writeHead(404).end()
    else if (method === 'POST' && url.includes('uploads')) {
      response.end(
        '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>',
      )
    } else ask()
  }
  return { answer, asked }
}

describe('an abort while the gateway does not answer', () => {
  const reason = new Error('enough')

  it('ends a large put whose parts cannot be given back either', async () => {
    const { answer, asked } = fallingSilent()
    const { put } = await blobsBehind(answer)
    const size = 9 * 1024 ** 2
    const file: StagedFile = {
      size,
      sha256: '0'.repeat(64),
      content: {
        write: async () => {},
        read: async () => new Uint8Array(),
        stream: () => Readable.from([]),
        discard: async () => {},
      },
      read: async () => new Uint8Array(),
      stream: () => Readable.from([Buffer.alloc(size)], { objectMode: false }),
    }
    const controller = new AbortController()
    const putting = put(key, file, controller)
    putting.catch(() => {})
    await asked
    controller.abort(reason)
    await expect(putting).rejects.toBe(reason)
  })

  it('ends a sweep', async () => {
    const { answer, asked } = fallingSilent()
    const { pieces } = await blobsBehind(answer)
    const controller = new AbortController()
    const filterUnknown = async (keys: readonly string[]) => keys
    const sweeping = pieces.sweep({ olderThan: 60_000, filterUnknown, signal: controller.signal })
    sweeping.catch(() => {})
    await asked
    controller.abort(reason)
    await expect(sweeping).rejects.toBe(reason)
  })
})

describe('read of a window', () => {
  const range = { start: 4, end: 8 }

  it('is unavailable when the gateway ignores the range and sends the whole', async () => {
    const blobs = await blobsBehind((_, response) => {
      response.writeHead(200, { 'content-length': BLOB.byteLength }).end(BLOB)
    })
    await expect(blobs.read(key, { range })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(blobs.read(key, { range: { start: 0, end: 4 } })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await blobs.read(key)).toEqual(BLOB)
  })

  it.each([
    ['of no range', null],
    ['of another start', 'bytes 3-6/16'],
    ['of another end', 'bytes 4-6/16'],
    ['of an unknown size', 'bytes 4-7/*'],
    ['that cannot be read', 'bytes=4-7'],
  ])('is unavailable when the answer is %s', async (_, contentRange) => {
    const blobs = await blobsBehind(partial(contentRange, BLOB.subarray(4, 8)))
    await expect(blobs.read(key, { range })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is unavailable when the answer has another length than its range', async () => {
    const blobs = await blobsBehind(partial('bytes 4-7/16', BLOB))
    await expect(blobs.read(key, { range })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('recognises a blob that has lost bytes', async () => {
    const blobs = await blobsBehind(partial('bytes 4-5/6', BLOB.subarray(4, 6)))
    const reading = blobs.read(key, { range })
    await expect(reading).rejects.toMatchObject({ code: 'range_not_satisfiable' })
  })

  it('gives what was asked for', async () => {
    const blobs = await blobsBehind(partial('bytes 4-7/16', BLOB.subarray(4, 8)))
    expect(await blobs.read(key, { range })).toEqual(BLOB.subarray(4, 8))
  })
})

describe('a gateway that does not say how long a blob is', () => {
  it('is read as a stream, since the blob may not fit in memory', async () => {
    const large = Buffer.alloc(INLINE_READ_LIMIT + 1, 1)
    const blobs = await blobsBehind((_, response) => response.writeHead(200).end(large))
    const body = await blobs.read(key)
    if (body instanceof Uint8Array) return expect.fail('all of it was read into memory')
    expect(Buffer.compare(await buffer(body), large)).toBe(0)
  })

  it('does not pass for one that has an empty blob', async () => {
    const blobs = await blobsBehind((_, response) => response.writeHead(200).end())
    await expect(blobs.stat(key)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('presign', () => {
  const options = { mimeType: 'image/png', disposition: 'inline', cacheControl: 'private' }

  it.each([0, -5, 1.5, 604_801, 8 * 86_400, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses to sign for %s seconds',
    async (expiresIn) => {
      const blobs = await blobsBehind(() => {})
      await expect(blobs.presign(key, { ...options, expiresIn })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'expiresIn' },
      })
    },
  )

  it.each([1, 604_800])('signs for %s seconds', async (expiresIn) => {
    const blobs = await blobsBehind(() => {})
    const url = new URL(await blobs.presign(key, { ...options, expiresIn }))
    expect(url.searchParams.get('X-Amz-Expires')).toBe(`${expiresIn}`)
  })
})
