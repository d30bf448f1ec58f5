import { randomUUID } from 'node:crypto'
import { type AssetStore, createAssetStore } from '@stowage/core'
import { createMemoryBlobs } from '@stowage/core/memory'
import { postgresFixture } from '../testing/postgres-fixture.ts'

/** Alternative texts as long as they may be, whose characters unfold to 18 each. */
const ALT = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`en-x-a${index}`, '\ufdfa'.repeat(1000)]),
)

/** Every bulk call on such assets, by name. The first ones make no terms anew. */
export const HEAVY_CALLS = {
  trash: (store: AssetStore, ids: readonly string[]) => store.trash(ids),
  restore: (store: AssetStore, ids: readonly string[]) => store.restore(ids),
  move: (store: AssetStore, ids: readonly string[]) => store.move(ids, null),
  tag: (store: AssetStore, ids: readonly string[]) => store.tag(ids, { add: [randomUUID()] }),
} as const

/** A store on PostgreSQL with 12 such assets. */
export async function openHeavyStore(): Promise<{
  readonly store: AssetStore
  readonly ids: readonly string[]
  dispose(): Promise<void>
}> {
  const postgres = postgresFixture()
  const metadata = await postgres.open()
  const store = createAssetStore({ metadata, blobs: createMemoryBlobs(), sweepEvery: false })
  const ids: string[] = []
  for (let index = 0; index < 12; index += 1) {
    const { id } = await store.upload(Buffer.from(`${index}`), { name: 'a.txt' })
    await store.update(id, { alt: ALT })
    ids.push(id)
  }
  return {
    store,
    ids,
    async dispose() {
      await store.close()
      await postgres.dispose()
    },
  }
}
