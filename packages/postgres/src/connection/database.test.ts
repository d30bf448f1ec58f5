import { newAsset } from '@stowage/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, type PostgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'

/** Makes every insert of a record run this PL/pgSQL first. */
async function onInsert(fixture: PostgresFixture, body: string): Promise<void> {
  await fixture.sql('CREATE SEQUENCE $schema.tries')
  await fixture.sql('CREATE TABLE $schema.seen (setting text)')
  await fixture.sql(`CREATE FUNCTION $schema.spy() RETURNS trigger LANGUAGE plpgsql AS
    $do$ BEGIN ${body} RETURN NEW; END $do$`)
  await fixture.sql(`CREATE TRIGGER spy BEFORE INSERT ON $schema.assets
    FOR EACH ROW EXECUTE FUNCTION $schema.spy()`)
}

const insertOf = (asset: ReturnType<typeof newAsset>) =>
  ({ tenant, assets: [asset], keyId: null, quota: null }) as const

describe('postgres', () => {
  it('commits synchronously, for any setting of the role', async () => {
    const fixture = fixtureOfTest()
    const url = new URL(postgresUrl())
    url.searchParams.set('options', '-c synchronous_commit=off')
    const metadata = await fixture.open({ url: url.href })
    await onInsert(
      fixture,
      `INSERT INTO $schema.seen VALUES (current_setting('synchronous_commit'));`,
    )
    await metadata.assets.insert(insertOf(await reservedAsset(metadata)))
    expect(await fixture.sql('SELECT setting FROM $schema.seen')).toEqual([{ setting: 'on' }])
  })

  it('leaves a stronger guarantee than its own alone', async () => {
    const fixture = fixtureOfTest()
    const url = new URL(postgresUrl())
    url.searchParams.set('options', '-c synchronous_commit=remote_apply')
    const metadata = await fixture.open({ url: url.href })
    await onInsert(
      fixture,
      `INSERT INTO $schema.seen VALUES (current_setting('synchronous_commit'));`,
    )
    await metadata.assets.insert(insertOf(await reservedAsset(metadata)))
    expect(await fixture.sql('SELECT setting FROM $schema.seen')).toEqual([
      { setting: 'remote_apply' },
    ])
  })

  it.each(['40001', '40P01'])('tries again what failed with %s', async (state) => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    await onInsert(
      fixture,
      `IF nextval('$schema.tries') < 4 THEN RAISE EXCEPTION 'once' USING ERRCODE = '${state}'; END IF;`,
    )
    const asset = await reservedAsset(metadata)
    expect((await metadata.assets.insert(insertOf(asset))).assets).toMatchObject([
      { id: asset.id, seq: 1 },
    ])
  })

  it.each([
    ['53100', 'insufficient_storage'],
    ['40001', 'unavailable'],
    ['42501', 'unavailable'],
    ['57014', 'unavailable'],
  ])('answers %s, every time, with %s, and has changed nothing', async (state, code) => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    await onInsert(fixture, `RAISE EXCEPTION 'always' USING ERRCODE = '${state}';`)
    const asset = await reservedAsset(metadata)
    await expect(metadata.assets.insert(insertOf(asset))).rejects.toMatchObject({ code })
    await fixture.sql('DROP TRIGGER spy ON $schema.assets')
    expect((await metadata.assets.insert(insertOf(asset))).assets).toMatchObject([{ seq: 1 }])
  })

  it('answers unavailable when a lock lasts longer than the statement timeout, and works afterwards', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open({ statementTimeout: 200 })
    await metadata.assets.insert(insertOf(await reservedAsset(metadata)))
    const holder = new pg.Client({ connectionString: postgresUrl() })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('BEGIN')
    const schema = pg.escapeIdentifier(fixture.schema)
    await holder.query(`SELECT 1 FROM ${schema}.tenants FOR UPDATE`)
    const asset = await reservedAsset(metadata)
    await expect(metadata.assets.insert(insertOf(asset))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await holder.query('ROLLBACK')
    expect((await metadata.assets.insert(insertOf(asset))).assets).toMatchObject([{ seq: 2 }])
  })

  it('waits for a connection of a given pool no longer than the statement timeout', async () => {
    const fixture = fixtureOfTest()
    const pool = new pg.Pool({ connectionString: postgresUrl(), max: 1 })
    const metadata = await fixture.open({ pool, statementTimeout: 200 })
    const taken = await pool.connect()
    await expect(metadata.apiKeys.get('x')).rejects.toMatchObject({ code: 'unavailable' })
    taken.release()
    expect(await metadata.apiKeys.get('x')).toBeNull()
    await metadata.close()
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('keeps what the app parses in its own way apart', async () => {
    const fixture = fixtureOfTest()
    pg.types.setTypeParser(20, (text) => `bigint ${text}`)
    onTestFinished(() => pg.types.setTypeParser(20, (text) => text))
    const metadata = await fixture.open({ pool: new pg.Pool({ connectionString: postgresUrl() }) })
    const asset = await reservedAsset(metadata, { size: 2 ** 40 })
    await metadata.assets.insert(insertOf(asset))
    expect(await metadata.assets.get({ id: asset.id })).toMatchObject({ size: 2 ** 40, seq: 1 })
  })

  it.each([
    ['a name that PostgreSQL cannot store', { name: 'a\0b' }],
    ['an id that is no UUID', { id: 'no uuid' }],
    ['a size that is no number', { size: Number.NaN }],
  ])('refuses %s without failing the uploads beside it', async (_, overrides) => {
    const metadata = await fixtureOfTest().open()
    const odd = await reservedAsset(metadata, overrides)
    const fine = await reservedAsset(metadata)
    const results = await Promise.allSettled(
      [odd, fine].map((one) => metadata.assets.insert(insertOf(one))),
    )
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'invalid_argument' } },
      { status: 'fulfilled', value: { assets: [{ id: fine.id, seq: 1 }], replayOf: null } },
    ])
  })

  it('commits what is uploaded at once in a few transactions', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const assets = Array.from({ length: 200 }, () => newAsset())
    await metadata.blobs.reserve(
      assets.map(({ blobKey }) => blobKey),
      lasting,
    )
    await Promise.all(assets.map((asset) => metadata.assets.insert(insertOf(asset))))
    const [counted] = await fixture.sql<{ assets: number; commits: number }>(
      `SELECT count(*)::int AS assets, count(DISTINCT xmin::text)::int AS commits FROM $schema.assets`,
    )
    expect(counted?.assets).toBe(200)
    expect(counted?.commits).toBeLessThanOrEqual(4)
  })

  it.each([
    [{ schema: '' }, 'schema'],
    [{ schema: 'pg_mine' }, 'schema'],
    [{ schema: 'ä'.repeat(32) }, 'schema'],
    [{ statementTimeout: 0 }, 'statementTimeout'],
    [{ connections: 1.5 }, 'connections'],
    [{ url: postgresUrl(), pool: new pg.Pool() }, 'pool'],
  ])('refuses the options %j', async (options, argument) => {
    await expect(fixtureOfTest().open(options)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })
})
