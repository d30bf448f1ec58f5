import { randomUUID } from 'node:crypto'
import { type ListQuery, requireFilter, timedAsset } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { newAsset } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { lasting } from '../testing/records.ts'

const tenant = 'default'

interface Filled {
  readonly metadata: MetadataStore
  /** Of four assets, of which the last one is in the folder, and no other is in any. */
  readonly ids: readonly [string, string, string, string]
  readonly folderId: string
}

async function filled(): Promise<Filled> {
  const metadata = await fixtureOfTest().open()
  const { id: folderId } = await metadata.folders.create({
    id: randomUUID(),
    tenant,
    name: 'one',
    parentId: null,
  })
  const assets = [newAsset(), newAsset(), newAsset(), newAsset({ folderId })] as const
  await metadata.blobs.reserve(
    assets.map(({ blobKey }) => blobKey),
    lasting,
  )
  await metadata.assets.insert({ tenant, assets, keyId: null, quota: null })
  const [a, b, c, d] = assets
  return { metadata, ids: [a.id, b.id, c.id, d.id], folderId }
}

/** Each makes a list longer or shorter, while no count of the whole tenant changes. */
const CHANGES: Readonly<
  Record<
    string,
    {
      filter(of: Filled): Parameters<typeof requireFilter>[0]
      change(of: Filled): Promise<unknown>
      readonly totals: readonly [before: number, after: number]
    }
  >
> = {
  'assets that were moved into a folder': {
    filter: ({ folderId }) => ({ folderId }),
    change: ({ metadata, ids, folderId }) =>
      metadata.assets.move({ tenant, ids: ids.slice(0, 2), folderId }),
    totals: [1, 3],
  },
  'an asset that was moved alone': {
    filter: ({ folderId }) => ({ folderId }),
    change: ({ metadata, ids: [id], folderId }) =>
      metadata.assets.update({ tenant, id, changes: { folderId } }),
    totals: [1, 2],
  },
  'an asset that was renamed on its way to a folder': {
    filter: () => ({ search: 'zebra' }),
    change: ({ metadata, ids: [id], folderId }) =>
      metadata.assets.update({ tenant, id, changes: { folderId, name: 'zebra.jpg' } }),
    totals: [0, 1],
  },
  'an asset that was renamed': {
    filter: () => ({ search: 'zebra' }),
    change: ({ metadata, ids: [id] }) =>
      metadata.assets.update({ tenant, id, changes: { name: 'zebra.jpg' } }),
    totals: [0, 1],
  },
  'assets that were tagged': {
    filter: () => ({ tags: ['blue'] }),
    change: ({ metadata, ids }) =>
      metadata.assets.tag({ tenant, ids: ids.slice(0, 3), add: ['blue'], remove: [] }),
    totals: [0, 3],
  },
  'an asset that a deleted folder let go': {
    filter: () => ({ folderId: null }),
    change: ({ metadata, folderId: id }) =>
      metadata.folders.delete({ tenant, id, assets: 'detach' }),
    totals: [3, 4],
  },
}

describe('a total that was kept, on PostgreSQL', () => {
  it.each(Object.entries(CHANGES))('has %s', async (_, { filter, change, totals }) => {
    const of = await filled()
    const query: ListQuery = {
      tenant,
      trashed: false,
      filter: requireFilter(filter(of)),
      from: { offset: 0 },
      limit: 10,
    }
    const lengths = async () => {
      const { assets, total } = await of.metadata.assets.list(query)
      return [assets.length, total]
    }
    const [before, after] = totals
    expect(await lengths()).toEqual([before, before])
    await change(of)
    expect(await lengths()).toEqual([after, after])
  })

  it('has an asset that came again from another database', async () => {
    const metadata = await fixtureOfTest().open()
    const fresh = newAsset()
    const receive = (name: string) => {
      const value = {
        ...timedAsset(fresh, 0, 0),
        tenant,
        seq: 1,
        trashedAt: null,
        pendingUntil: null,
        name,
      }
      return metadata.transfer.target.receive({
        progress: { id: 'move', cursor: name },
        entries: [
          {
            kind: 'tenant',
            tenant: null,
            key: tenant,
            value: { nextSeq: 2, listKey: '0'.repeat(32) },
          },
          { kind: 'asset', tenant: null, key: fresh.id, value },
        ],
      })
    }
    const total = async () => {
      const filter = requireFilter({ search: 'zebra' })
      const query = { tenant, trashed: false, filter, from: { offset: 0 }, limit: 10 }
      return (await metadata.assets.list(query)).total
    }
    await receive('horse.jpg')
    expect(await total()).toBe(0)
    await receive('zebra.jpg')
    expect(await total()).toBe(1)
  })
})
