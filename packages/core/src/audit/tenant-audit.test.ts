import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

it('names each actor, also those in whose turn one caller waits, and more of them than are kept', async () => {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    audit: true,
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const actors = [
    'ann',
    'bob',
    'ann',
    ...Array.from({ length: 300 }, (_, index) => `user ${index}`),
  ]
  for (const actor of actors) {
    await store.for({ actor, caller: 'gateway' }).folders.create({ name: randomUUID() })
    await store.for({ actor }).folders.create({ name: randomUUID() })
  }
  const named: string[] = []
  for await (const { actor } of store.admin.audit.iterate({ order: 'oldest' }))
    named.push(`${actor}`)
  expect(named).toEqual(actors.flatMap((actor) => [actor, actor]))
})
