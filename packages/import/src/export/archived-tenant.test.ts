import { Readable } from 'node:stream'
import { createAssetStore, readTenant } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { expect, it } from 'vitest'
import { archivedTenant } from './archived-tenant.ts'

it('closes a file that is not written any more, because its record could not be', async () => {
  const blobs = createMemoryBlobs()
  const opened: Readable[] = []
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: {
      ...blobs,
      async read(key, options) {
        const body = await blobs.read(key, options)
        if (body instanceof Readable) opened.push(body)
        return body
      },
    },
    advanced: { sweepEveryMs: false },
  })
  await store.upload(Buffer.alloc(600_000, 'stowage '))
  const tally = { progress: { assets: 0, bytes: 0 }, count() {} }
  await readTenant(store, 'default', undefined, async (reader) => {
    for await (const { name } of archivedTenant(store, reader, tally)) {
      if (name.startsWith('assets/')) break
    }
  })
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
  await store.close()
})
