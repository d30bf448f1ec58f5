import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import type { BlobStore } from '@stowage/core/ports'
import { moveBlobs } from '@stowage/migrate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bothSides } from './testing/both-sides.ts'
import { endpoint } from './testing/s3-fixture.ts'

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  it('moves files from a folder to S3, and back to another folder', async () => {
    const there = await bothSides()
    onTestFinished(() => there.dispose())
    const back = await bothSides()
    onTestFinished(() => back.dispose())
    const metadata = createMemoryMetadata()
    const opened = (blobs: BlobStore) =>
      createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
    const store = opened(there.folder)
    const files = new Map<string, Buffer>()
    for (const size of [0, 500, 300_000, 9_000_000]) {
      const bytes = randomBytes(size)
      files.set((await store.upload(bytes)).blobKey, bytes)
    }
    for (const [from, to] of [
      [there.folder, there.s3],
      [there.s3, back.folder],
    ] as const) {
      const report = await moveBlobs({ metadata, from, to })
      expect(report).toMatchObject({ copied: files.size, kept: 0, problems: [], cursor: null })
      expect(await moveBlobs({ metadata, from, to })).toMatchObject({ copied: 0, kept: files.size })
      for (const [key, bytes] of files) {
        const body = await to.read(key)
        const read = body instanceof Uint8Array ? body : await buffer(body)
        expect(Buffer.compare(read, bytes)).toBe(0)
      }
    }
    await store.close()
  })
})
