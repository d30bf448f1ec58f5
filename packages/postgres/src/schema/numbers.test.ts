import type { MetadataStore } from '@stowage/core/ports'
import { newAsset, stored } from '@stowage/testing'
import { expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'

/** Columns that number rows, and what gives the numbers. Processes remember by them. */
const NUMBERED = {
  'audit.n': 'identity',
  'events.n': 'identity',
  // Numbers of transactions: it orders, and nobody remembers by it.
  'events.rank': 'the app',
  'changes.n': 'identity',
  'changes_made.number': 'identity',
  'deliveries.n': 'identity',
  'keys.number': 'identity',
  'tenants.id': 'identity',
  // Within its tenant: `tenants.next_seq`, which only rises.
  'assets.seq': 'the app',
}

/** Whole numbers that have an identity or a default, and those that are unique by themselves or within a tenant. */
const NUMBERS = `
  SELECT DISTINCT c.relname || '.' || a.attname AS "column",
    CASE WHEN a.attidentity = 'a' THEN 'identity' WHEN a.attidentity = 'd' THEN 'by default' ELSE 'the app' END AS "from"
  FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)
    LEFT JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
  WHERE s.nspname = $1 AND c.relkind = 'r' AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)
    AND (a.attidentity <> ''
      OR EXISTS (SELECT 1 FROM pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum
        AND pg_get_expr(d.adbin, d.adrelid) ~ 'nextval|max')
      OR i.indnkeyatts = 1 OR i.indnkeyatts = 2 AND i.indkey[0] = t.attnum AND i.indkey[1] = a.attnum)`

it('never gives a number of a row twice: processes remember by it', async () => {
  const fixture = fixtureOfTest()
  await fixture.open()
  const columns = await fixture.sql<{ column: string; from: string }>(NUMBERS, [fixture.schema])
  expect(Object.fromEntries(columns.map(({ column, from }) => [column, from]))).toEqual(NUMBERED)
  const turning = await fixture.sql(
    'SELECT sequencename FROM pg_sequences WHERE schemaname = $1 AND (cycle OR increment_by < 1)',
    [fixture.schema],
  )
  expect(turning).toEqual([])
})

it('gives a new tenant another number than an erased one had, and totals of its own', async () => {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  await stored(metadata, [newAsset(), newAsset()], 'gone')
  const [before] = await numbersOf('gone')
  expect(await metadata.assets.usage('gone')).toMatchObject({ assets: 2 })
  await erase(metadata, 'gone')
  for (const next of ['next', 'gone']) {
    await stored(metadata, [newAsset()], next)
    expect((await numbersOf(next))[0]?.id).toBeGreaterThan(before?.id ?? Number.NaN)
    expect(await metadata.assets.usage(next)).toMatchObject({ assets: 1 })
    const page = { tenant: next, trashed: false, filter: {}, limit: 1, from: { offset: 0 } }
    expect((await metadata.assets.list(page)).total).toBe(1)
  }

  function numbersOf(name: string): Promise<{ id: number }[]> {
    return fixture.sql('SELECT id FROM $schema.tenants WHERE name = $1', [name])
  }
})

async function erase(metadata: MetadataStore, tenant: string): Promise<void> {
  await metadata.erasures.begin(tenant)
  for (;;) {
    const { blobKeys, isDone } = await metadata.erasures.step({ tenant, limit: 10 })
    await metadata.blobs.claim({ keys: blobKeys })
    await metadata.blobs.recordDeletions({ deleted: blobKeys, retryAfter: 1000 })
    if (isDone) break
  }
  expect((await metadata.erasures.end({ tenant })).isDone).toBe(true)
}
