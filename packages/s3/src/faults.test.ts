import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type BlobStore, newBlobKey } from '@stowage/core/ports'
import { stagedBytes, stagedIn } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultyProxy, faultyProxy } from './testing/faulty-proxy.ts'
import { config, endpoint, type S3Fixture, s3Fixture } from './testing/s3-fixture.ts'

const MIB = 1024 ** 2
const LARGE = 21 * MIB + 5

const newKey = () => newBlobKey(Date.now())

async function bytesOf(blobs: BlobStore, key: string): Promise<Uint8Array> {
  const body = await blobs.read(key)
  return body instanceof Uint8Array ? body : buffer(body)
}

describe.skipIf(endpoint === undefined)('s3', () => {
  let fixture: S3Fixture
  let dispose: () => Promise<void>
  let proxy: FaultyProxy
  let behind: BlobStore

  beforeEach(async () => {
    ;({ fixture, dispose } = await s3Fixture())
    proxy = await faultyProxy(config.endpoint)
    behind = fixture.open({ config: { ...config, endpoint: proxy.endpoint } })
  })
  afterEach(async () => {
    await proxy.close()
    await dispose()
  })

  async function staged(bytes: Uint8Array) {
    const file = await stagedIn(fixture.staging, bytes)
    return { file, [Symbol.asyncDispose]: () => file.content.discard() }
  }

  async function openUploads(): Promise<number> {
    const { Uploads = [] } = await fixture.client.send(
      new ListMultipartUploadsCommand({ Bucket: fixture.bucket, Prefix: fixture.prefix }),
    )
    return Uploads.length
  }

  it('puts a large file in parts, whole, and refuses to put another in its place', async () => {
    const key = newKey()
    const bytes = randomBytes(LARGE)
    await using first = await staged(bytes)
    await fixture.blobs.put(key, first.file)
    expect(Buffer.compare(await bytesOf(fixture.blobs, key), bytes)).toBe(0)
    await using other = await staged(randomBytes(LARGE))
    await expect(fixture.blobs.put(key, other.file)).rejects.toMatchObject({ code: 'blob_exists' })
    expect(Buffer.compare(await bytesOf(fixture.blobs, key), bytes)).toBe(0)
    expect(await openUploads()).toBe(0)
  })

  it('leaves no part behind when a large put is aborted in the middle', async () => {
    const key = newKey()
    await using large = await staged(randomBytes(LARGE))
    const controller = new AbortController()
    const reason = new Error('enough')
    const { stream } = large.file
    const file = {
      ...large.file,
      stream: () => {
        const body = stream()
        body.once('end', () => {})
        let seen = 0
        body.on('data', (chunk: Uint8Array) => {
          seen += chunk.byteLength
          if (seen > 12 * MIB) controller.abort(reason)
        })
        return body.pause()
      },
    }
    await assert.rejects(fixture.blobs.put(key, file, controller), (error) => error === reason)
    await expect.poll(openUploads).toBe(0)
    expect(await fixture.objects()).toEqual([])
  })

  it('goes on after connections were cut in the middle of a put, small or large', async () => {
    const [small, large] = [newKey(), newKey()]
    const bytes = randomBytes(100_000)
    proxy.plan.push('refuse', { requestBytes: 50_000 })
    await behind.put(small, stagedBytes(bytes))
    expect(Buffer.compare(await bytesOf(fixture.blobs, small), bytes)).toBe(0)

    const many = randomBytes(LARGE)
    await using source = await staged(many)
    proxy.plan.push('refuse', { requestBytes: 3 * MIB }, { requestBytes: 9 * MIB })
    await behind.put(large, source.file)
    expect(Buffer.compare(await bytesOf(fixture.blobs, large), many)).toBe(0)
  })

  it('knows its own blob again when the answer to a put was lost', async () => {
    const key = newKey()
    const bytes = randomBytes(1000)
    proxy.plan.push('lose answer')
    await behind.put(key, stagedBytes(bytes))
    expect(Buffer.compare(await bytesOf(fixture.blobs, key), bytes)).toBe(0)
  })

  it('knows its own large blob again when every answer to its end was lost', async () => {
    const client = new S3Client(config)
    let ends = 0
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args)
          if (commandName !== 'CompleteMultipartUploadCommand') return result
          ends += 1
          throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
        },
      // Outside of the client's own retries.
      { step: 'initialize', name: 'loseAnswers' },
    )
    const key = newKey()
    await using large = await staged(randomBytes(LARGE))
    await fixture.open({ client }).put(key, large.file)
    expect(ends).toBe(1)
    expect(await fixture.blobs.stat(key)).toEqual({ size: LARGE })
    await expect(fixture.open({ client }).put(key, large.file)).rejects.toMatchObject({
      code: 'blob_exists',
    })
    client.destroy()
  })

  it('refuses to store bytes that changed on the way', async () => {
    const key = newKey()
    const file = { ...stagedBytes(randomBytes(1000)), sha256: 'ab'.repeat(32) }
    await expect(fixture.blobs.put(key, file)).rejects.toMatchObject({
      code: 'unavailable',
      context: { answer: 'XAmzContentSHA256Mismatch' },
    })
    expect(await fixture.blobs.stat(key)).toBeNull()
  })

  it('refuses to store a large file that is shorter than it says', async () => {
    const key = newKey()
    await using large = await staged(randomBytes(LARGE))
    const { file } = large
    const short = { ...file, stream: () => file.stream({ start: 0, end: LARGE - 1 }) }
    await expect(fixture.blobs.put(key, short)).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(await fixture.blobs.stat(key)).toBeNull()
    expect(await openUploads()).toBe(0)
  })

  it('fails a read whose connection is cut, rather than end it early', async () => {
    const key = newKey()
    await fixture.blobs.put(key, stagedBytes(randomBytes(MIB)))
    proxy.plan.push({ answerBytes: 200_000 })
    await expect(bytesOf(behind, key)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is unavailable when no server answers', async () => {
    await proxy.close()
    const key = newKey()
    const unavailable = { code: 'unavailable' }
    await expect(behind.put(key, stagedBytes(randomBytes(10)))).rejects.toMatchObject(unavailable)
    await expect(behind.read(key)).rejects.toMatchObject(unavailable)
    await expect(behind.stat(key)).rejects.toMatchObject(unavailable)
    await expect(behind.delete([key])).rejects.toMatchObject(unavailable)
    await expect(behind.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable)
  })

  it('is unavailable, and says why, when there is no such bucket', async () => {
    const blobs = fixture.open({ bucket: 'no-such-bucket' })
    const missing = { code: 'unavailable', context: { answer: 'NoSuchBucket' } }
    await expect(blobs.put(newKey(), stagedBytes(randomBytes(10)))).rejects.toMatchObject(missing)
    await expect(blobs.stat(newKey())).rejects.toMatchObject(missing)
  })

  it('sweeps abandoned multipart uploads, and counts them first', async () => {
    const key = newKey()
    const Key = `${fixture.prefix}blobs/${key.slice(-2)}/${key}`
    await fixture.client.send(new CreateMultipartUploadCommand({ Bucket: fixture.bucket, Key }))
    const { pieces } = fixture.blobs
    const filterUnknown = async (keys: readonly string[]) => keys
    expect(await pieces.sweep({ olderThan: 3_600_000, filterUnknown })).toBe(0)
    expect(await pieces.sweep({ olderThan: -60_000, filterUnknown, keep: true })).toBe(1)
    expect(await openUploads()).toBe(1)
    expect(await pieces.sweep({ olderThan: -60_000, filterUnknown })).toBe(1)
    expect(await openUploads()).toBe(0)
  })

  it('puts a blob aside under another name, as often as it is asked to', async () => {
    const key = newKey()
    await fixture.blobs.put(key, stagedBytes(randomBytes(1000)))
    await fixture.blobs.quarantine(key)
    await fixture.blobs.quarantine(key)
    expect(await fixture.objects()).toEqual([`quarantine/${key}`])
  })

  it('signs URLs that give the file as the type and with the disposition asked for, ranges too', async () => {
    const key = newKey()
    const bytes = randomBytes(1000)
    await fixture.blobs.put(key, stagedBytes(bytes))
    const url = await fixture.blobs.presign(key, {
      mimeType: 'image/png',
      disposition: `attachment; filename*=UTF-8''D%C3%BCne.png`,
      cacheControl: 'private, no-cache',
      expiresIn: 60,
    })
    const whole = await fetch(url)
    expect(Buffer.compare(new Uint8Array(await whole.arrayBuffer()), bytes)).toBe(0)
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''D%C3%BCne.png`,
    )
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(Buffer.compare(new Uint8Array(await part.arrayBuffer()), bytes.subarray(10, 20))).toBe(0)
    const forged = await fetch(url.replace(key, newKey()))
    expect(forged.status).toBe(403)
  })

  it('refuses a bucket without a name, and prefixes that lead elsewhere', () => {
    const argument = (options: { bucket?: string; prefix?: string }) =>
      expect(() => fixture.open(options)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      )
    argument({ bucket: '' })
    argument({ prefix: '/media/' })
    argument({ prefix: 'a//b/' })
    argument({ prefix: '../' })
  })
})
