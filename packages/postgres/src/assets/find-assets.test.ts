import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetList,
  comparePositions,
  type ListQuery,
  matchesFilter,
  positionOf,
  requireFilter,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { forSeeds, type Random } from '@stowage/testing/seeds'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../connection/database.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting } from '../testing/records.ts'
import { findAssets } from './find-assets.ts'
import { type RandomList, randomAsset, randomList, randomName } from './random-lists.fixture.ts'

const tenant = 'default'
type List = (query: ListQuery) => Promise<AssetList>

/** Fails unless `list` gives what a walk over all assets finds: total, pages from both ends, pages by place. */
async function assertFound(
  list: List,
  all: readonly AssetRecord[],
  asked: RandomList,
): Promise<number> {
  const { sort, trashed, scope } = asked
  const filter = requireFilter(asked.filter)
  const compare = comparePositions(sort)
  const expected = all
    .filter(({ trashedAt }) => trashed === 'with' || (trashedAt !== null) === trashed)
    .filter(({ createdBy }) => scope === null || createdBy === scope.createdBy)
    .filter((asset) => matchesFilter(asset, filter))
    .sort((a, b) => compare(positionOf(a, sort), positionOf(b, sort)))
  const ids = expected.map(({ id }) => id)
  const page = async (from: ListQuery['from']) => {
    const found = await list({ tenant, scope, trashed, filter, sort, from, limit: 7 })
    expect(found.total, JSON.stringify(asked)).toBe(expected.length)
    return found.assets.map(({ id }) => id)
  }
  const middle = Math.floor(ids.length / 2)
  for (const offset of [0, 3, middle, Math.max(0, ids.length - 5), ids.length + 1]) {
    expect(await page({ offset }), JSON.stringify(asked)).toEqual(ids.slice(offset, offset + 7))
  }
  for (const index of [0, middle, ids.length - 1]) {
    const asset = expected[index]
    if (asset === undefined) continue
    const place = positionOf(asset, sort)
    expect(await page({ after: place }), JSON.stringify(asked)).toEqual(
      ids.slice(index + 1, index + 8),
    )
    const before = ids.slice(Math.max(0, index - 7), index)
    expect(await page({ before: place }), JSON.stringify(asked)).toEqual(before)
  }
  return expected.length
}

async function insert(
  { assets, blobs }: MetadataStore,
  count: number,
  random: Random,
  of = tenant,
): Promise<void> {
  const fresh = Array.from({ length: count }, () => randomAsset(random))
  await blobs.reserve(
    fresh.map(({ blobKey }) => blobKey),
    lasting,
  )
  await assets.insert({ tenant: of, assets: fresh, keyId: null, quota: null })
}

/** Changes assets in each way that changes where they are found. */
async function changeSome(
  { assets }: MetadataStore,
  all: readonly AssetRecord[],
  random: Random,
): Promise<void> {
  const some = () => all.filter(() => random() < 0.1).map(({ id }) => id)
  const active = new Set(all.filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id))
  for (const id of some().filter((one) => active.has(one))) {
    const changes = { name: randomName(random), isFavourite: random() < 0.5 }
    await assets.update({ tenant, id, changes })
  }
  await assets.setTrashed({ tenant, ids: some(), to: 'trash' })
  await assets.setTrashed({ tenant, ids: some(), to: 'active' })
  const trash = await assets.list({ tenant, trashed: true, from: { offset: 0 }, limit: 5 })
  const ids = trash.assets.map(({ id }) => id)
  await assets.purge({ tenant, ids, doneWithin: lasting.lifetime })
}

async function checkRandomLists(
  metadata: MetadataStore,
  list: List,
  random: Random,
): Promise<number> {
  let found = 0
  await insert(metadata, 1, random, 'other')
  for (let round = 0; round < 2; round += 1) {
    // Blocks of 256 insertion numbers come to be several.
    await insert(metadata, 150, random)
    const everything = await metadata.assets.listAll({ afterId: null, limit: 1000 })
    const all = everything.filter((asset) => asset.tenant === tenant)
    for (let query = 0; query < 20; query += 1) {
      found += await assertFound(list, all, randomList(random, all))
    }
    await changeSome(metadata, all, random)
  }
  return found
}

describe('list of a filter or in an order, on PostgreSQL', () => {
  const changing = forSeeds('has what a walk over all assets finds', 2, async (random) => {
    const fixture = fixtureOfTest()
    const [metadata, other] = [await fixture.open(), await fixture.open()]
    // What another instance changed is seen.
    const found = await checkRandomLists(other, (query) => metadata.assets.list(query), random)
    expect(found).toBeGreaterThan(300)
  })
  for (const { name, run } of changing) it(`${name}, while assets change`, () => run())

  const long = forSeeds('has the same in the ways of long lists', 2, async (random) => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const pool = new pg.Pool({ connectionString: postgresUrl(), max: 1 })
    onTestFinished(() => pool.end())
    const schema = pg.escapeIdentifier(fixture.schema)
    const database = createDatabase({ pool, schema, statementTimeout: 30_000 })
    const totals = new ListTotals()
    const list: List = (query) =>
      database.snapshot((sql) =>
        findAssets(sql, query, totals, { few: 0, fewOfBlock: 0, looks: 40 }),
      )
    const found = await checkRandomLists(metadata, list, random)
    expect(found).toBeGreaterThan(300)
  })
  for (const { name, run } of long) it(name, () => run())
})
