import { newAsset } from '@stowage/testing'
import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it, vi } from 'vitest'
import type { Asset } from '../../assets/asset.ts'
import { termsOf } from '../../finding/asset-terms.ts'
import type { OwnData } from '../../own-data/own-data.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type SqliteClient, statementsOf } from '../driver/client.ts'
import { findAssets } from '../finding/find-assets.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { migrate } from '../schema/migrations.ts'
import { createBatchRunner } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'

const tenant = 'default'

/** Its characters unfold to 18 each. */
const ALT = { en: '\ufdfa'.repeat(1000), de: '\ufdfa'.repeat(1000) }

/** UTF-16 units that are normalised by a run, in all forms together. */
function unitsNormalised(run: () => unknown): number {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  try {
    run()
    return normalize.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
  } finally {
    normalize.mockRestore()
  }
}

/** The writer of a database, in this very thread. */
async function writer(driver: (typeof testedDrivers)[number]) {
  const client = rawConnection(driver, await databaseFile())
  migrate(client)
  const runBatch = createBatchRunner(client)
  return {
    client,
    /** Writes as one commit; none is refused. */
    write(operations: readonly Operation[]): void {
      for (const outcome of runBatch(operations)) expect(outcome).not.toHaveProperty('error')
    },
  }
}

const insert = (assets: readonly ReturnType<typeof newAsset>[]): readonly Operation[] => [
  { verb: 'reserve', request: { keys: assets.map(({ blobKey }) => blobKey), lifetime: 9000 } },
  { verb: 'insert', request: { tenant, assets, keyId: null, quota: null } },
]
const setTrashed = (ids: readonly string[], to: 'trash' | 'active'): Operation => ({
  verb: 'setTrashed',
  request: { tenant, ids, to },
})
const tag = (ids: readonly string[], add: string): Operation => ({
  verb: 'tag',
  request: { tenant, ids, add: [add], remove: [] },
})
const purge = (ids: readonly string[]): Operation => ({
  verb: 'purge',
  request: { tenant, ids, doneWithin: 0 },
})

describe.each(testedDrivers)('terms of assets on %s', (driver) => {
  it('are made when a text changes, and by nothing else', async () => {
    const { client, write } = await writer(driver)
    const assets = [newAsset({ alt: ALT }), newAsset({ alt: ALT })]
    const ids = assets.map(({ id }) => id)
    expect(unitsNormalised(() => write(insert(assets)))).toBeGreaterThan(4000)
    const others: Readonly<Record<string, Operation>> = {
      trash: setTrashed(ids, 'trash'),
      restore: setTrashed(ids, 'active'),
      move: { verb: 'move', request: { tenant, ids, folderId: null } },
      favourite: { verb: 'setFavourite', request: { tenant, ids, isFavourite: true } },
      'to the trash': setTrashed(ids, 'trash'),
      purge: purge(ids.slice(1)),
      back: setTrashed(ids.slice(0, 1), 'active'),
    }
    for (const [name, operation] of Object.entries(others)) {
      expect(
        unitsNormalised(() => write([operation])),
        name,
      ).toBe(0)
    }
    expect(unitsNormalised(() => write([tag(ids.slice(0, 1), 'x')]))).toBeGreaterThan(2000)
    assertTerms(client)
  })

  it('go into few segments of the index, however many assets one commit trashes', async () => {
    const { client, write } = await writer(driver)
    const assets = Array.from({ length: 10 }, () => newAsset())
    write(insert(assets))
    const ids = assets.map(({ id }) => id)
    write([setTrashed(ids, 'trash')])
    const segments = client.prepare('SELECT count(DISTINCT segid) AS n FROM terms_idx').get()
    expect((segments as { readonly n: number }).n).toBeLessThanOrEqual(2)
  })

  const changes = forSeeds('are those of the asset in its list', 4, async (random) => {
    const { client, write } = await writer(driver)
    const one = (ids: readonly string[]) => ids.filter(() => random() < 0.4)
    for (let batch = 0; batch < 12; batch += 1) {
      const fresh = Array.from({ length: 3 }, () => newAsset())
      const operations = [...insert(fresh)]
      const live = new Set([...idsOf(client, 'NULL'), ...fresh.map(({ id }) => id)])
      const trash = new Set(idsOf(client, 'NOT NULL'))
      for (let index = 0; index < 6; index += 1) {
        const [from, into, to] =
          random() < 0.5 ? ([live, trash, 'trash'] as const) : ([trash, live, 'active'] as const)
        const moved = one([...from])
        operations.push(setTrashed(moved, to))
        for (const id of moved) {
          from.delete(id)
          into.add(id)
        }
        operations.push(tag(one([...live]), `tag ${batch} ${index}`))
      }
      const gone = one([...trash])
      operations.push(purge(gone))
      write(operations)
      assertTerms(client)
    }
  })
  for (const { name, run } of changes) it(`${name}, whatever one commit does with it`, () => run())
})

function idsOf(client: SqliteClient, trashed: 'NULL' | 'NOT NULL'): readonly string[] {
  const rows = client.prepare(`SELECT id FROM assets WHERE trashed_at IS ${trashed}`).all()
  return (rows as readonly { readonly id: string }[]).map(({ id }) => id)
}

/** Each asset has its terms, each list has by each tag what has the tag, and there are no other terms. */
function assertTerms(client: SqliteClient): void {
  const sql = statementsOf(client)
  const assets: readonly (Asset & Partial<OwnData>)[] = sql<AssetRow>(SELECT_ASSET)
    .all()
    .map(assetOfRow)
  const kept = sql<{ terms: string }>('SELECT terms FROM kept_terms').all()
  const made = assets.map((asset) => termsOf(asset).join(' '))
  expect(kept.map(({ terms }) => terms).sort()).toEqual(made.sort())
  const tags = new Set(assets.flatMap((asset) => asset.tags ?? []))
  // Counts what the index has, without a look at the rows.
  const totals = new ListTotals({ few: 0 })
  for (const trashed of [false, true]) {
    const inList = assets.filter(({ trashedAt }) => (trashedAt !== null) === trashed)
    for (const tag of tags) {
      const query = { tenant, trashed, filter: { tags: [tag] }, from: { offset: 0 }, limit: 1000 }
      const found = findAssets(sql, query, totals)
      const wanted = inList.filter((asset) => asset.tags?.includes(tag)).map(({ id }) => id)
      expect(found.total, tag).toBe(wanted.length)
      expect(found.assets.map(({ id }) => id).sort(), tag).toEqual(wanted.sort())
    }
  }
}
