import { newAsset } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { LIVE, TRASH } from '../tenants/count-tree.ts'
import { fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'
import { lasting } from '../testing/records.ts'
import { CREATOR_PAGES, TENANT_PAGES } from './asset-reads.ts'

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
  }[]
}

/** Active assets of the tenant `a`, with their counts, inside the server. */
async function fillTenant(fixture: PostgresFixture, rows: number): Promise<void> {
  await fixture.sql(
    `INSERT INTO $schema.tenants (name, next_seq, live) VALUES ('a', ${rows} + 1, ${rows})`,
  )
  await fixture.sql(
    `INSERT INTO $schema.assets (id, public_file_id, tenant_id, is_favourite, seq, size, created_at,
        updated_at, name, name_key, terms, type, mime_type, extension, sha256, status, blob_key)
      SELECT gen_random_uuid(), gen_random_uuid(), t.id, false, seq, 1, seq, seq, 'a', 'a', '', 'image',
        'image/jpeg', 'jpg', repeat('ab', 32), 'ready', repeat('0', 32)
      FROM $schema.tenants t, generate_series(1, ${rows}) seq`,
  )
  await fixture.sql(
    `INSERT INTO $schema.counts (tenant_id, part, list, level, block, n)
      SELECT tenant_id, '', 0, level, seq / (256 ^ (level + 1))::bigint, count(*)
      FROM $schema.assets, generate_series(0, 2) level GROUP BY 1, 2, 3, 4, 5`,
  )
  await fixture.sql('ANALYZE $schema.assets')
  await fixture.sql('ANALYZE $schema.counts')
}

describe('MetadataStore.list on PostgreSQL', () => {
  it('reads a page from the partial index of its list, and sorts nothing but the page', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    for (let round = 0; round < 6; round += 1) {
      const assets = Array.from({ length: 500 }, () => newAsset())
      await metadata.blobs.reserve(
        assets.map(({ blobKey }) => blobKey),
        lasting,
      )
      await metadata.assets.insert({ tenant: 'a', assets, keyId: null, quota: null })
      const ids = assets.slice(0, 250).map(({ id }) => id)
      await metadata.assets.setTrashed({ tenant: 'a', ids, to: 'trash' })
    }
    await fixture.sql('ANALYZE $schema.assets')
    for (const [list, index] of [
      [LIVE, 'assets_live'],
      [TRASH, 'assets_trash'],
    ] as const) {
      for (const text of [TENANT_PAGES.at[list], TENANT_PAGES.below[list]]) {
        const literal = text.replaceAll('$1', `'a'`).replaceAll('$2', '24').replaceAll('$3', '700')
        const rows = await fixture.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${literal}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`Index Scan Backward using ${index} on assets`)
        expect(plan).not.toContain('Scan on assets')
      }
    }
  })

  it('reads a page of a creator from the partial index of its list', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    for (let round = 0; round < 6; round += 1) {
      const assets = Array.from({ length: 500 }, (_, n) =>
        newAsset({ createdBy: `user-${n % 50}` }),
      )
      await metadata.blobs.reserve(
        assets.map(({ blobKey }) => blobKey),
        lasting,
      )
      await metadata.assets.insert({ tenant: 'a', assets, keyId: null, quota: null })
      const ids = assets.slice(0, 250).map(({ id }) => id)
      await metadata.assets.setTrashed({ tenant: 'a', ids, to: 'trash' })
    }
    await fixture.sql('ANALYZE $schema.assets')
    const parameters = [`'a'`, '24', '7', `'by:user-7'`, `'user-7'`]
    for (const [list, index] of [
      [LIVE, 'assets_creator_live'],
      [TRASH, 'assets_creator_trash'],
    ] as const) {
      for (const text of [CREATOR_PAGES.at[list], CREATOR_PAGES.below[list]]) {
        const literal = parameters.reduce(
          (sum, value, position) => sum.replaceAll(`$${position + 1}`, value),
          text,
        )
        const rows = await fixture.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${literal}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`Index Scan Backward using ${index} on assets`)
        expect(plan).not.toContain('Scan on assets')
      }
    }
  })

  it('touches as few pages of the database for the last page of a long list as for the first', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    // More than a block of the second level of counts.
    const rows = 80_000
    await fillTenant(fixture, rows)
    const touched: number[] = []
    for (const offset of [0, rows / 2, rows - 24]) {
      const from = { offset }
      const page = await metadata.assets.list({ tenant: 'a', trashed: false, from, limit: 24 })
      expect(page.total).toBe(rows)
      expect(page.assets[0]?.seq).toBe(rows - offset)
      const literal = TENANT_PAGES.at[LIVE].replaceAll('$1', `'a'`).replaceAll('$2', '24')
      const [explained] = await fixture.sql<Explained>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${literal.replaceAll('$3', String(offset))}`,
      )
      const [plan] = explained?.['QUERY PLAN'] ?? []
      touched.push((plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0))
    }
    // A scan of the list would touch thousands.
    expect(Math.max(...touched)).toBeLessThan(64)
  })

  it('gives total, start and rows of one moment while assets come and go', async () => {
    const fixture = fixtureOfTest()
    const [one, two] = await Promise.all([fixture.open(), fixture.open()])
    let writing = true
    const writes = (async () => {
      for (let round = 0; round < 40; round += 1) {
        const assets = Array.from({ length: 5 }, () => newAsset())
        await one.blobs.reserve(
          assets.map(({ blobKey }) => blobKey),
          lasting,
        )
        await one.assets.insert({ tenant: 'a', assets, keyId: null, quota: null })
      }
      writing = false
    })()
    let looks = 0
    while (writing) {
      // Nothing leaves this list, so the whole of it is one page: as long as its total says.
      const { assets, total } = await two.assets.list({
        tenant: 'a',
        trashed: false,
        from: { offset: 0 },
        limit: 1000,
      })
      expect(assets.map(({ seq }) => seq)).toEqual(
        Array.from({ length: total }, (_, n) => total - n),
      )
      expect(total % 5).toBe(0)
      looks += 1
    }
    await writes
    expect(looks).toBeGreaterThan(0)
  })
})
