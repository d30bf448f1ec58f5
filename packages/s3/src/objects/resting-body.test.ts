import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Semaphore } from '@stowage/core/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import { countedSockets } from '../testing/counted-sockets.ts'
import { endpoint } from '../testing/s3-fixture.ts'
import { createObjectReader } from './read.ts'
import { RestingBody } from './resting-body.ts'

/** More than what lies between S3 and one who reads nothing. */
const CONTENT = randomBytes(7 * 1024 ** 2)
const bucket = `resting-${process.pid}-${Date.now()}`

describe.skipIf(endpoint === undefined)('an object that nobody reads on', () => {
  const sockets = countedSockets()
  const client = new S3Client(sockets.config)

  beforeAll(async () => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: CONTENT }))
    return () => client.destroy()
  })

  it('gives its connection to one that waits, and has all its bytes when it is read on', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(2))
    const range = { start: 1000, end: CONTENT.length - 1000 }
    const silent = [
      (await reader.read('a', {})) as Readable,
      (await reader.read('a', { range })) as Readable,
    ]
    const begun = await Promise.all(silent.map(firstOf))
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => buffer((await reader.read('a', {})) as Readable)),
    )
    expect(others.every((bytes) => CONTENT.equals(bytes))).toBe(true)
    const [whole, part] = await Promise.all(
      silent.map(async (body, index) =>
        Buffer.concat([begun[index] ?? Buffer.alloc(0), await buffer(body)]),
      ),
    )
    expect(CONTENT.equals(whole ?? Buffer.alloc(0))).toBe(true)
    expect(CONTENT.subarray(range.start, range.end).equals(part ?? Buffer.alloc(0))).toBe(true)
    expect([sockets.busy(), sockets.waiting()]).toEqual([0, 0])
  })

  it('keeps its connection while nobody waits for one', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(1))
    const body = (await reader.read('a', {})) as Readable
    const begun = await firstOf(body)
    const asked = sockets.asked()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(sockets.busy()).toBe(1)
    expect(CONTENT.equals(Buffer.concat([begun, await buffer(body)]))).toBe(true)
    expect(sockets.asked()).toBe(asked)
  })

  it('leaves its place when it is destroyed, also while it waits to go on', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(1))
    const first = (await reader.read('a', {})) as Readable
    await firstOf(first)
    const second = (await reader.read('a', {})) as Readable
    const reading = buffer(first).catch((error) => error)
    first.destroy()
    expect(await reading).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    second.destroy()
    await once(second, 'close')
    expect(await buffer((await reader.read('a', {})) as Readable)).toHaveLength(CONTENT.length)
    await expect.poll(sockets.busy).toBe(0)
  })

  it('goes on after its connection broke, which nobody heard of', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(1))
    const body = (await reader.read('a', {})) as Readable
    const begun = await firstOf(body)
    await expect.poll(() => body.readableLength).toBeGreaterThanOrEqual(body.readableHighWaterMark)
    sockets.cut()
    // Another one finds the place that it left.
    expect(await buffer((await reader.read('a', {})) as Readable)).toHaveLength(CONTENT.length)
    expect(CONTENT.equals(Buffer.concat([begun, await buffer(body)]))).toBe(true)
  })

  it('is not waited for longer than so', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(1), 50)
    const body = (await reader.read('a', {})) as Readable
    await expect(reader.read('a', {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('too many files are read at once'),
    })
    expect(await buffer(body)).toHaveLength(CONTENT.length)
    expect(await buffer((await reader.read('a', {})) as Readable)).toHaveLength(CONTENT.length)
  })

  it('ends with the reason of its signal', async () => {
    const reader = createObjectReader({ client, bucket }, new Semaphore(1))
    const abort = new AbortController()
    const body = (await reader.read('a', { signal: abort.signal })) as Readable
    const waiting = reader.read('a', { signal: abort.signal })
    abort.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow()
    await expect(buffer(body)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await buffer((await reader.read('a', {})) as Readable)).toHaveLength(CONTENT.length)
  })
})

it('fails when the storage ends a file early', async () => {
  const places = new Semaphore(1)
  await places.take({ turn: undefined })
  const open = () => Promise.reject(new Error('asked again'))
  const body = new RestingBody(Readable.from([Buffer.from('half')]), {
    places,
    turn: undefined,
    length: 8,
    open,
  })
  await expect(buffer(body)).rejects.toMatchObject({ code: 'unavailable' })
  await places.take({ turn: undefined })
})

/** What is there to read at first. */
async function firstOf(body: Readable): Promise<Buffer> {
  await once(body, 'readable')
  return body.read()
}
