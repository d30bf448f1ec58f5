import { isStowageError } from '@stowage/core'
import { type AssetRecord, blobKeysOf, createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import type { MetadataStore } from '@stowage/core/ports'
import { newAsset, newVariant } from '@stowage/testing'
import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databaseOfTest, fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'
import { lasting } from '../testing/records.ts'

const tenants = ['a', 'b', 'c']

/** What is written twice, or follows from something else, agrees; in every tenant and in every list. */
async function expectConsistent(fixture: PostgresFixture): Promise<void> {
  const empty = async (what: string, text: string): Promise<void> => {
    expect({ [what]: await fixture.sql(text) }).toEqual({ [what]: [] })
  }
  await empty(
    'totals and bytes',
    `SELECT t.name, t.live, t.trash, t.bytes, real.* FROM $schema.tenants t JOIN LATERAL (
      SELECT count(*) FILTER (WHERE trashed_at IS NULL) AS live,
        count(*) FILTER (WHERE trashed_at IS NOT NULL) AS trash,
        coalesce(sum(size + coalesce((SELECT sum((v ->> 'size')::int)
          FROM jsonb_array_elements(variants) v), 0)), 0) AS bytes
        FROM $schema.assets a WHERE a.tenant_id = t.id) real
      ON (t.live, t.trash, t.bytes) <> (real.live, real.trash, real.bytes)`,
  )
  await empty(
    'counts',
    `WITH a AS (SELECT *, (trashed_at IS NOT NULL)::int AS list,
          size + coalesce((SELECT sum((v ->> 'size')::int) FROM jsonb_array_elements(variants) v), 0) AS all_bytes
        FROM $schema.assets)
      SELECT * FROM (SELECT tenant_id, '' AS part, list, level, floor(seq / 256 ^ (level + 1)) AS block,
          count(*) AS n, CASE level WHEN 2 THEN sum(all_bytes) ELSE 0 END AS bytes
        FROM a, generate_series(0, 2) level GROUP BY 1, 2, 3, 4, 5
        UNION ALL SELECT tenant_id, part, list, 0, seq / 16384, count(*), sum(all_bytes)
        FROM a, unnest(ARRAY['by:' || coalesce(created_by, ''), 'type:' || type, 'in:' || folder_id]) part
        WHERE part IS NOT NULL GROUP BY 1, 2, 3, 4, 5) real
      FULL JOIN $schema.counts c USING (tenant_id, part, list, level, block)
      WHERE (real.n, real.bytes) IS DISTINCT FROM (c.n, c.bytes)`,
  )
  await empty(
    'blobs of records',
    `SELECT real.key AS has, b.key AS owned FROM (SELECT blob_key AS key FROM $schema.assets
          UNION ALL SELECT v ->> 'blobKey' FROM $schema.assets, jsonb_array_elements(variants) v) real
      FULL JOIN (SELECT key FROM $schema.blobs WHERE state = 4) b USING (key)
      WHERE real.key IS NULL OR b.key IS NULL`,
  )
}

/** Every page of every list is what a plain query gives. */
async function expectPages(fixture: PostgresFixture, metadata: MetadataStore): Promise<void> {
  for (const tenant of tenants) {
    for (const trashed of [false, true]) {
      const rows = await fixture.sql<{ id: string }>(
        `SELECT a.id FROM $schema.assets a JOIN $schema.tenants t ON t.id = a.tenant_id
          WHERE t.name = $1 AND (trashed_at IS NOT NULL) = $2 ORDER BY seq DESC`,
        [tenant, trashed],
      )
      const ids = rows.map(({ id }) => id)
      for (let offset = 0; offset <= ids.length + 50; offset += 50) {
        const page = await metadata.assets.list({ tenant, trashed, from: { offset }, limit: 50 })
        expect(page.total).toBe(ids.length)
        expect(page.assets.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 50))
      }
    }
  }
}

describe('postgres, written to from many connections at once', () => {
  const writes = forSeeds('keeps counts, bytes, pages and blobs exact', 2, async (random) => {
    const fixture = fixtureOfTest(await databaseOfTest())
    const stores = await Promise.all(
      [1, 2, 3, 4].map(() => fixture.open({ connections: 8, statementTimeout: 60_000 })),
    )
    const foldersOf = (tenant: string) => [`${tenant} 1`, `${tenant} 2`]
    for (const tenant of tenants) {
      for (const id of foldersOf(tenant))
        await stores[0]?.folders.create({ tenant, id, name: id, parentId: null })
    }
    const any = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(random() * items.length)] as Item
    const known = new Map<string, string[]>(tenants.map((tenant) => [tenant, []]))
    const some = (tenant: string, most: number): string[] => {
      const ids = known.get(tenant) ?? []
      return [
        ...new Set(Array.from({ length: Math.ceil(random() * most) }, () => any(ids))),
      ].filter((id) => id !== undefined)
    }

    const actions: readonly ((metadata: MetadataStore, tenant: string) => Promise<unknown>)[] = [
      async (metadata, tenant) => {
        const assets = Array.from({ length: Math.ceil(random() * 8) }, () =>
          newAsset({
            variants: random() < 0.3 ? [newVariant()] : [],
            createdBy: any(['ann', 'bob', null]),
            type: any(['image', 'video', 'other'] as const),
            folderId: any([...foldersOf(tenant), null]),
          }),
        )
        await metadata.blobs.reserve(assets.flatMap(blobKeysOf), lasting)
        const { assets: inserted } = await metadata.assets.insert({
          tenant,
          assets,
          keyId: null,
          quota: 10 ** 9,
        })
        known.get(tenant)?.push(...inserted.map(({ id }) => id))
      },
      (metadata, tenant) =>
        metadata.assets.setTrashed({ tenant, ids: some(tenant, 30), to: 'trash' }),
      (metadata, tenant) =>
        metadata.assets.setTrashed({ tenant, ids: some(tenant, 30), to: 'active' }),
      (metadata, tenant) =>
        metadata.assets.purge({ tenant, ids: some(tenant, 2), doneWithin: 3_600_000 }),
      (metadata) => metadata.assets.purge({ trashedFor: 0, limit: 5 }),
      (metadata, tenant) =>
        metadata.assets.update({
          tenant,
          id: any(some(tenant, 3)) ?? 'unknown',
          changes: { name: 'b' },
        }),
      (metadata, tenant) => {
        const folderId = any([...foldersOf(tenant), null])
        return metadata.assets.update({
          tenant,
          id: any(some(tenant, 3)) ?? 'unknown',
          changes: { folderId },
        })
      },
      async (metadata, tenant) => {
        const variant = newVariant({ name: `v${random()}` })
        await metadata.blobs.reserve([variant.blobKey], lasting)
        const id = any(some(tenant, 3)) ?? 'unknown'
        await metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
        if (random() < 0.5) {
          await metadata.assets.removeVariants({ tenant, id, blobKeys: [variant.blobKey] })
        }
      },
      async (metadata) => {
        const keys = await metadata.blobs.claim({ due: true, limit: 20 })
        await metadata.blobs.recordDeletions({ deleted: keys, retryAfter: 0 })
      },
      (metadata) =>
        metadata.leases.acquire({ name: 'hold/x', holder: `${random()}`, duration: 1000 }),
      (metadata) => metadata.sweeps.pruneExpired({ purgedFor: 0, limit: 9 }),
    ]
    const expected = ['asset_not_found', 'not_trashed'] as const

    for (let round = 0; round < 3; round += 1) {
      const calls = Array.from({ length: 120 }, (_, n) => {
        const action = n % 3 === 0 ? actions[0] : any(actions)
        return action?.(any(stores), any(tenants))
      })
      const results = await Promise.allSettled(calls)
      const surprises = results.filter(
        (result) => result.status === 'rejected' && !isStowageError(result.reason, ...expected),
      )
      expect(surprises).toEqual([])
      await expectConsistent(fixture)
    }
    await expectPages(fixture, stores[0] as MetadataStore)
    // A backend has reported its statistics when it is gone, at the latest.
    for (const metadata of stores) await metadata.close()
    await vi.waitFor(async () => {
      const [row] = await fixture.sql<{ others: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS others FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND backend_type = 'client backend'`,
      )
      expect(row?.others).toBe(0)
    }, 300_000)
    const [{ deadlocks }] = (await fixture.sql<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    )) as [{ deadlocks: number }]
    expect(deadlocks).toBe(0)
  })
  for (const { name, run } of writes) it(`${name}, without a deadlock`, () => run(), 120_000)

  it('gives a tenant’s numbers without gaps to uploads of every store', async () => {
    const fixture = fixtureOfTest()
    const stores = await Promise.all([1, 2, 3].map(() => fixture.open({ connections: 3 })))
    const uploads = Array.from({ length: 300 }, async (_, n): Promise<readonly AssetRecord[]> => {
      const metadata = stores[n % 3] as MetadataStore
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], lasting)
      const request = { tenant: 'a', assets: [asset], keyId: null, quota: null }
      return (await metadata.assets.insert(request)).assets
    })
    const seqs = (await Promise.all(uploads)).flat().map(({ seq }) => seq)
    expect(seqs.sort((one, two) => one - two)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
  })

  it('stores 5 of 32 uploads of two stores with a ticket of 5 files, and leaves no blob of the others', async () => {
    const fixture = fixtureOfTest()
    const blobs = createMemoryBlobs()
    const stores = await Promise.all(
      [1, 2].map(async () =>
        createAssetStore({
          metadata: await fixture.open(),
          blobs,
          advanced: { sweepEveryMs: false },
        }),
      ),
    )
    const [one = expect.fail(), two = one] = stores
    onTestFinished(async () => {
      for (const store of stores) await store.close()
    })
    const { token } = await one.tickets.create({ files: 5 })
    const ticket = (await two.tickets.verify(token)) ?? expect.fail()
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        (n % 2 === 0 ? one : two).upload(Buffer.from(`file ${n}`), { ticket }),
      ),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? result : []))
    expect(refused.filter(({ reason }) => !isStowageError(reason, 'ticket_exhausted'))).toEqual([])
    expect([refused.length, (await two.list()).total]).toEqual([27, 5])
    expect((await one.tickets.verify(token))?.filesLeft).toBe(0)
    let count = 0
    for await (const _ of blobs.list()) count += 1
    expect(count).toBe(5)
  })

  it('does not let a copy of the store begin while a purge is under way that did not see it', async () => {
    const fixture = fixtureOfTest()
    const [one, two] = await Promise.all([fixture.open(), fixture.open()])
    for (let round = 0; round < 15; round += 1) {
      const asset = newAsset()
      await one.blobs.reserve([asset.blobKey], lasting)
      await one.assets.insert({ tenant: 'a', assets: [asset], keyId: null, quota: null })
      await one.assets.setTrashed({ tenant: 'a', ids: [asset.id], to: 'trash' })
      const name = `hold/${round}`
      const [{ held }, copied] = await Promise.all([
        one.assets.purge({ tenant: 'a', ids: [asset.id], doneWithin: 3_600_000 }),
        two.leases
          .acquire({ name, holder: 'copy', duration: 9000 })
          .then(() => two.assets.get({ id: asset.id })),
      ])
      // What the copy holds must not be deleted at once.
      if (copied !== null) expect(held).toBe(true)
      await two.leases.release({ name, holder: 'copy' })
    }
  })

  it('counts insertion numbers beyond 32 bits', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const ids: string[] = []
    for (const next of [1, 2 ** 24 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 40]) {
      await fixture.sql('UPDATE $schema.tenants SET next_seq = $1', [next])
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], lasting)
      await metadata.assets.insert({ tenant: 'a', assets: [asset], keyId: null, quota: null })
      ids.unshift(asset.id)
    }
    await expectConsistent(fixture)
    for (const [offset, id] of ids.entries()) {
      const page = await metadata.assets.list({
        tenant: 'a',
        trashed: false,
        from: { offset },
        limit: 1,
      })
      expect(page).toMatchObject({ assets: [{ id }], total: ids.length })
    }
  })
})
