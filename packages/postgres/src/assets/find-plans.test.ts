import type { AssetFilter } from '@stowage/core'
import { type ListQuery, requireFilter } from '@stowage/core/internal'
import type { AssetSort } from '@stowage/core/types'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase, type Sql } from '../connection/database.ts'
import { ListTotals } from '../finding/list-totals.ts'
import { type PostgresFixture, postgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'
import { OLDEST } from './content-facts.ts'
import { findAssets } from './find-assets.ts'

const ROWS = 20_000
const VALUES_OF_OLDEST = `'{a}'::text[], '{1}'::int[], '{b}'::text[], '{t}'::bool[], '{null}'::text[]`

/** Active assets of the tenant `a`, with their counts, inside the server. */
const FILL = `
  INSERT INTO $schema.tenants (name, next_seq, live) VALUES ('a', ${ROWS} + 1, ${ROWS});
  INSERT INTO $schema.assets (id, public_file_id, tenant_id, is_favourite, seq, size, created_at, updated_at, name, type,
      mime_type, extension, sha256, status, blob_key, created_by, name_key, terms)
    SELECT gen_random_uuid(), gen_random_uuid(), t.id, seq % 50 = 0, seq, seq * 7919 % 100000, seq, seq * 31 % 99991, 'a',
      CASE WHEN seq % 2 = 0 THEN 'image' ELSE 'video' END, 'image/jpeg', 'jpg', repeat(md5(seq::text), 2), 'ready', repeat('0', 32),
      'user-' || seq % 100, 'a' || seq * 7907 % 100003,
      format('''%s.img'' ''%s.%s''', t.id, t.id, seq % 97)::tsvector
    FROM $schema.tenants t, generate_series(1, ${ROWS}) seq;
  INSERT INTO $schema.counts (tenant_id, part, list, level, block, n)
    SELECT tenant_id, '', 0, level, seq / (256 ^ (level + 1))::bigint, count(*)
    FROM $schema.assets, generate_series(0, 2) level GROUP BY 1, 2, 3, 4, 5;
  ANALYZE $schema.assets; ANALYZE $schema.counts`

/** The plans of all that a list reads of assets, once its total is kept. */
async function plansOf(
  fixture: PostgresFixture,
  asked: {
    readonly filter?: AssetFilter
    readonly sort?: AssetSort
    readonly from?: ListQuery['from']
  },
): Promise<string> {
  const pool = new pg.Pool({ connectionString: postgresUrl(), max: 1 })
  onTestFinished(() => pool.end())
  const schema = pg.escapeIdentifier(fixture.schema)
  const database = createDatabase({ pool, schema, statementTimeout: 30_000 })
  const totals = new ListTotals()
  const { filter, from = { offset: 0 }, ...rest } = asked
  const query = {
    tenant: 'a',
    trashed: false,
    filter: requireFilter(filter),
    from,
    limit: 24,
    ...rest,
  }
  const plans: string[] = []
  const explained = (sql: Sql): Sql => {
    return async (text, values) => {
      if (text.includes('$schema.assets a') && !text.startsWith('EXPLAIN')) {
        const rows = await sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      }
      return sql(text, values)
    }
  }
  await database.snapshot((sql) => findAssets(sql, query, totals))
  const { assets } = await database.snapshot((sql) => findAssets(explained(sql), query, totals))
  expect(assets.length).toBe(24)
  return plans.join('\n')
}

describe('the plans of filtered and sorted lists', () => {
  let fixture: PostgresFixture
  beforeAll(async () => {
    fixture = postgresFixture()
    await fixture.open()
    await fixture.sql(FILL)
    return () => fixture.dispose()
  })
  const last = { offset: ROWS - 24 }

  it.each([
    ['name', 'assets_name'],
    ['size', 'assets_size'],
    ['updatedAt', 'assets_updated'],
    ['type', 'assets_type'],
    ['-durationSeconds', 'assets_duration'],
  ] as const)(
    'reads a list by %s from its index, and sorts nothing but the page',
    async (sort, index) => {
      for (const from of [{ offset: 0 }, last]) {
        const plans = await plansOf(fixture, { sort, from })
        expect(plans).toContain(`using ${index} on assets`)
        expect(plans).not.toMatch(/Seq Scan on assets|Sort/)
      }
    },
  )

  it('walks newest first where many are wanted', async () => {
    const plans = await plansOf(fixture, { filter: { search: 'img' } })
    expect(plans).toContain('Index Scan Backward using assets_live on assets')
    expect(plans).not.toMatch(/Seq Scan on assets|Sort|assets_terms/)
  })

  it('walks along the order where many are wanted', async () => {
    const plans = await plansOf(fixture, { filter: { search: 'img' }, sort: 'name' })
    expect(plans).toContain('using assets_name on assets')
    expect(plans).not.toMatch(/Seq Scan on assets|Sort|assets_terms/)
  })

  it('gathers by the index of terms where few are wanted', async () => {
    const plans = await plansOf(fixture, { filter: { search: '13' }, sort: 'name' })
    expect(plans).toContain('Bitmap Index Scan on assets_terms')
    expect(plans).not.toContain('Seq Scan on assets')
  })

  it('gathers by another index where the terms are those of many', async () => {
    const plans = await plansOf(fixture, { filter: { search: 'img', createdBy: 'user-7' } })
    expect(plans).toMatch(/assets_creator_live/)
    expect(plans).not.toMatch(/Seq Scan on assets|assets_terms/)
  })

  it('reads a range of an order from its index', async () => {
    const plans = await plansOf(fixture, { filter: { size: { gte: 99_000 } }, sort: '-size' })
    expect(plans).toContain('using assets_size on assets')
    expect(plans).not.toMatch(/Seq Scan on assets|Sort/)
  })

  it('looks for contents that are there by their index, and sorts nothing', async () => {
    const rows = await fixture.sql(
      `EXPLAIN ${OLDEST.replace(/\$1.*\$5::text\[\]/, VALUES_OF_OLDEST)}`,
    )
    const plan = JSON.stringify(rows)
    expect(plan).toContain('using assets_sha256 on assets')
    expect(plan).not.toMatch(/Seq Scan on assets|Sort/)
  })

  it('gathers favourites by their index', async () => {
    const plans = await plansOf(fixture, { filter: { isFavourite: true }, sort: 'name' })
    expect(plans).toContain('assets_favourite')
    expect(plans).not.toContain('Seq Scan on assets')
  })
})
