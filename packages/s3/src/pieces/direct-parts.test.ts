import { randomBytes } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import { newBlobKey } from '@stowage/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { config, endpoint, s3Fixture } from '../testing/s3-fixture.ts'

describe.skipIf(endpoint === undefined)('parts that clients put to S3', () => {
  it('signs no checksum, also with a client that adds them to what it sends', async () => {
    const { fixture, dispose } = await s3Fixture()
    onTestFinished(dispose)
    const client = new S3Client({ ...config, requestChecksumCalculation: 'WHEN_SUPPORTED' })
    onTestFinished(() => client.destroy())
    for (const blobs of [fixture.blobs, fixture.open({ client })]) {
      const { direct } = blobs.pieces
      const blobKey = newBlobKey(Date.now())
      const storage = (await direct?.begin({ blobKey, size: 9 })) ?? ''
      const file = { storage, blobKey, pieces: [] }
      const [part] = (await direct?.presignParts(file, { numbers: [1], expiresIn: 60 })) ?? []
      const url = new URL(part?.url ?? '')
      expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
      expect(url.searchParams.get('X-Amz-Expires')).toBe('60')
      expect(url.search).not.toMatch(/checksum/i)
      const { status } = await fetch(url, { method: 'PUT', body: randomBytes(9) })
      expect(status).toBe(200)
      expect(await direct?.listParts(file)).toMatchObject([{ number: 1, start: 0, size: 9 }])
      await blobs.pieces.discard(file)
    }
  })
})
