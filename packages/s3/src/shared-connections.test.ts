import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { s3 } from './blobs.ts'

const LENGTH = 10 * 1024 ** 2

/** A client whose objects are never read to their end, and how many of its answers are open. */
function countingClient() {
  const bodies = new Set<Readable>()
  let most = 0
  const client = {
    async send() {
      const body = new Readable({ read: () => void body.push(Buffer.alloc(64 * 1024)) })
      body.once('close', () => bodies.delete(body))
      bodies.add(body)
      most = Math.max(most, bodies.size)
      return { Body: body, ContentLength: LENGTH }
    },
  }
  return { client: client as unknown as S3Client, most: () => most }
}

it('reads at most 40 objects at a time by a client of the app, whichever store asks', async () => {
  const { client, most } = countingClient()
  const stores = ['a/', 'b/'].map((prefix) =>
    s3({ bucket: 'media', prefix, staging: tmpdir(), client }),
  )
  const reads = stores.flatMap((store) =>
    Array.from({ length: 25 }, () => store.read('0'.repeat(32))),
  )
  const opened = await Promise.all(reads)
  expect(most()).toBe(40)
  for (const body of opened) if (body instanceof Readable) body.destroy()
})
