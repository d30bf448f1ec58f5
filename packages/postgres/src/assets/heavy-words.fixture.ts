import { randomUUID } from 'node:crypto'
import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import { postgresFixture } from '../testing/postgres-fixture.ts'

/** Alternative texts as long as they may be, whose characters unfold to 18 each. */
const ALT = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`en-x-a${index}`, '\ufdfa'.repeat(1000)]),
)

type BulkCall = (store: AssetStore, ids: readonly string[]) => Promise<unknown>

/** Bulk calls on such assets, by name. All but the last make no terms anew. */
export const HEAVY_CALLS: Readonly<Record<'trash' | 'restore' | 'move' | 'tag', BulkCall>> = {
  trash: (store, ids) => store.trash(ids),
  restore: (store, ids) => store.restore(ids),
  move: (store, ids) => store.select(ids).move(null),
  tag: (store, ids) => store.select(ids).tag({ add: [randomUUID()] }),
}

/** A store on PostgreSQL with so many such assets. */
export async function openHeavyStore(count: number): Promise<{
  readonly store: AssetStore
  readonly ids: readonly string[]
  dispose(): Promise<void>
}> {
  const postgres = postgresFixture()
  const metadata = await postgres.open()
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
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
