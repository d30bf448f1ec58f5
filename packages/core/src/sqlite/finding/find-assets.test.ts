import { newAsset, stored } from '@stowage/testing'
import { assertFound, folderIn, HOUR, randomAsset, randomQuery } from '@stowage/testing/internal'
import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import type { AssetRecord } from '../../assets/asset.ts'
import type { ListQuery } from '../../assets/asset-records.ts'
import { requireFilter } from '../../filters/checked-filter.ts'
import { heapUsed } from '../../testing/heap-used.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type SqliteClient, statementsOf } from '../driver/client.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { BLOCK_SPAN } from '../terms/list-changes.ts'
import { findAssets } from './find-assets.ts'
import { ListTotals } from './list-totals.ts'

const tenant = 'default'

/** Lists by a connection of its own, in one snapshot each. */
function lister(client: SqliteClient, totals: ListTotals) {
  const sql = statementsOf(client)
  const list = async (query: ListQuery) => {
    client.exec('BEGIN')
    try {
      return findAssets(sql, query, totals)
    } finally {
      client.exec('COMMIT')
    }
  }
  return { assets: { list } as never }
}

describe.each(testedDrivers)('findAssets on %s', (driver) => {
  const walks = [
    { few: 2 },
    // So that a list of two hundred is read in every way.
    { few: 2, gathered: 30, walked: 60, looked: 16, atOnce: 16 },
    { few: 2, gathered: 30, walked: 60, looked: 64, atOnce: 4, gatheredPerLook: 0 },
  ].flatMap((bounds) =>
    forSeeds(
      `finds what a walk would where many match, over several blocks (${JSON.stringify(bounds)})`,
      2,
      async (random) => {
        const file = await databaseFile()
        const metadata = await openSqliteMetadata({ file, driver })
        const client = rawConnection(driver, file)
        const folders = [(await folderIn(metadata, null, 'one')).id]
        for (let batch = 0; batch < 4; batch += 1) {
          await stored(
            metadata,
            Array.from({ length: 60 }, () => randomAsset(random, folders)),
          )
          // As if a block's worth of uploads had been purged since.
          client.exec(`UPDATE tenants SET next_seq = next_seq + ${BLOCK_SPAN}`)
        }
        const finder = lister(client, new ListTotals(bounds))
        const stays = await metadata.assets.listAll({ afterId: null, limit: 1000 })
        const asked = Array.from({ length: 20 }, () => randomQuery(random, folders, stays))
        for (let round = 0; round < 3; round += 1) {
          const all: readonly AssetRecord[] = await metadata.assets.listAll({
            afterId: null,
            limit: 1000,
          })
          for (let query = 0; query < 40; query += 1) {
            await assertFound(finder, all, randomQuery(random, folders, all))
          }
          // Lists that were read before begin where they began, unless something earlier has come.
          for (const query of asked) await assertFound(finder, all, query)
          const ids = all.filter(({ trashedAt }) => trashedAt === null && random() < 0.1)
          await metadata.assets.setTrashed({ tenant, ids: ids.map(({ id }) => id), to: 'trash' })
          await metadata.assets.purge({
            tenant,
            ids: ids.slice(0, 2).map(({ id }) => id),
            doneWithin: HOUR,
          })
          await stored(metadata, [randomAsset(random, folders)])
        }
        await metadata.close()
      },
    ),
  )
  for (const { name, run } of walks) it(`${name}, while other processes write`, () => run())

  it('does not count anew what no commit has changed', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    await stored(
      metadata,
      Array.from({ length: 9 }, (_, size) => newAsset({ size, width: size })),
    )
    const client = rawConnection(driver, file)
    const finder = lister(client, new ListTotals({ few: 2 }))
    const query = {
      tenant,
      trashed: false,
      filter: { width: { gte: 3 }, size: { lt: 8 } },
      from: { offset: 0 },
      limit: 1,
    } as const
    const total = async () => (await (finder.assets as typeof metadata.assets).list(query)).total
    expect(await total()).toBe(5)
    // Not as a store writes: no block says that it changed.
    client.exec('UPDATE assets SET width = 1')
    expect(await total()).toBe(5)
    await stored(metadata, [newAsset({ width: 9, size: 1 })])
    expect(await total()).toBe(1)
    await metadata.close()
  })

  it('keeps little of 4,000 lists that one client makes up, however long their filters are', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    await stored(metadata, [newAsset({ tags: ['red'] })])
    const totals = new ListTotals()
    const finder = lister(rawConnection(driver, file), totals)
    const { list } = finder.assets as typeof metadata.assets
    const ask = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        asked += 1
        const tags = Array.from(
          { length: 20 },
          (_, index) => `${asked} ${index} ${'x'.repeat(240)}`,
        )
        const metadata = { [`m${asked}`]: 'y'.repeat(4000), n: asked }
        const filter = requireFilter({ anyTag: [...tags, 'red'], metadata })
        const found = await list({ tenant, trashed: false, filter, from: { offset: 0 }, limit: 1 })
        expect(found.total).toBe(0)
      }
    }
    let asked = 0
    await ask(1000)
    const heap = heapUsed()
    await ask(3000)
    expect(heapUsed() - heap).toBeLessThan(32 * 1024 ** 2)
    expect(totals.weight).toBeLessThanOrEqual(65_536)
    await metadata.close()
  })

  it('takes a place below the first asset for the beginning, not for one of another tenant', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    const named = (name: string) => newAsset({ name })
    await stored(metadata, ['plain', 'secret'].map(named), 'before')
    await stored(metadata, ['secret', 'plain', 'secret', 'secret', 'secret'].map(named))
    const finder = lister(rawConnection(driver, file), new ListTotals({ few: 2 }))
    const query = { tenant, trashed: false, filter: { search: ['secret'] }, limit: 9 } as const
    const names = async (rest: Pick<ListQuery, 'sort' | 'from'>) => {
      const records = finder.assets as typeof metadata.assets
      return (await records.list({ ...query, ...rest })).assets.map(({ name }) => name)
    }
    const place = { value: null, seq: -(2 ** 43) }
    const all = Array.from({ length: 4 }, () => 'secret')
    expect(await names({ sort: 'createdAt', from: { after: place } })).toEqual(all)
    expect(await names({ sort: '-createdAt', from: { before: place } })).toEqual(all)
    await metadata.close()
  })
})
