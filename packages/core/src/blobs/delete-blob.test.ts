import { stagedBytes } from '@stowage/testing'
import { unusedBlobKey } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { createMemoryBlobs } from '../memory.ts'
import { deleteBlob } from './delete-blob.ts'

describe('deleteBlob', () => {
  it('resolves when the blob is gone', async () => {
    const blobs = createMemoryBlobs()
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(Buffer.from('bytes')))
    await deleteBlob(blobs, key)
    expect(await blobs.stat(key)).toBeNull()
  })

  it('is unavailable when the blob is still there', async () => {
    const blobs = { ...createMemoryBlobs(), delete: async (keys: readonly string[]) => [...keys] }
    await expect(deleteBlob(blobs, unusedBlobKey())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
