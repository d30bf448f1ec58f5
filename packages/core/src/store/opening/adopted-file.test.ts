import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { newBlobKey } from '../../blobs/blob-key.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { memoryFile } from '../../staging/memory-file.ts'
import { StagedSource } from '../../staging/staged-source.ts'
import { createAssetStore } from './create-asset-store.ts'

/** A store with a blob under a reserved key, as a file that was joined in place. */
async function withBlobInPlace(limits: { readonly fileSize?: number } = {}) {
  const metadata = createMemoryMetadata()
  const memory = createMemoryBlobs()
  const puts: string[] = []
  const blobs: BlobStore = {
    ...memory,
    put(key, file, options) {
      puts.push(key)
      return memory.put(key, file, options)
    },
  }
  const store = createAssetStore({ metadata, blobs, limits, advanced: { sweepEveryMs: false } })
  onTestFinished(() => store.close())
  const bytes = randomBytes(1000)
  const blobKey = newBlobKey(Date.now())
  await metadata.blobs.reserve([blobKey], { lifetime: 3_600_000 })
  await memory.put(blobKey, memoryFile([bytes]))
  const source = new StagedSource(Object.assign(memoryFile([bytes]), { blobKey }))
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of memory.list()) found.push(key)
    return found
  }
  return { store, metadata, memory, puts, bytes, blobKey, source, keys }
}

it('takes over a blob that is in place, without putting it', async () => {
  const { store, source, puts, keys, blobKey, bytes } = await withBlobInPlace()
  const asset = await store.upload({ source, name: 'a.bin' })
  expect(bytes.equals(await (await store.read(asset.id)).bytes())).toBe(true)
  expect(puts).toEqual([])
  expect(await keys()).toEqual([blobKey])
})

it('leaves the blob of a refused upload to who gave it', async () => {
  const { store, source, metadata, keys, blobKey } = await withBlobInPlace({ fileSize: 999 })
  await expect(store.upload({ source })).rejects.toMatchObject({ code: 'file_too_large' })
  await expect(store.upload({ source, sha256: 'a'.repeat(64) })).rejects.toThrow()
  expect(await keys()).toEqual([blobKey])
  expect(await metadata.blobs.claim({ keys: [blobKey] })).toEqual([blobKey])
})

it('leaves the blob of a duplicate to who gave it', async () => {
  const { store, source, metadata, bytes, keys, blobKey } = await withBlobInPlace()
  const first = await store.upload({ source: bytes })
  const again = await store.upload({ source }, { onDuplicate: 'return' })
  expect(again.id).toBe(first.id)
  expect(await keys()).toContain(blobKey)
  expect(await metadata.blobs.claim({ keys: [blobKey] })).toEqual([blobKey])
})

it('puts the bytes under another key when another process has claimed that of the blob', async () => {
  const { store, source, metadata, puts, blobKey, bytes } = await withBlobInPlace()
  await metadata.blobs.claim({ keys: [blobKey] })
  const asset = await store.upload({ source })
  expect(puts).toHaveLength(1)
  expect(puts).not.toContain(blobKey)
  expect(bytes.equals(await (await store.read(asset.id)).bytes())).toBe(true)
})
