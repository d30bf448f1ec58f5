import { newAsset } from '@stowage/testing'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'
import { sessionOn } from '../testing/postgres-session.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'
import { ownRole } from '../testing/restricted-role.ts'

/** Resolves once a session of the role has waited for a lock for longer than its `lock_timeout` of 10 ms. */
async function waitsForLock(fixture: PostgresFixture, role: string): Promise<void> {
  const look = () =>
    fixture.sql(
      `SELECT pid FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'
        AND clock_timestamp() - query_start > interval '200 ms'`,
      [role],
    )
  await expect.poll(async () => (await look()).length).toBeGreaterThan(0)
}

describe('postgres, with settings of its role', () => {
  it('waits for a row as long as for any statement, whatever lock_timeout says', async () => {
    const fixture = fixtureOfTest()
    const { role, name, app } = await ownRole(fixture)
    await fixture.sql(`ALTER ROLE ${name} SET lock_timeout = '10ms'`)
    const metadata = await fixture.open({ ...app, statementTimeout: 60_000 })
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    const holder = await sessionOn(fixture)
    await holder('BEGIN; SELECT 1 FROM $schema.assets FOR UPDATE')
    const trashed = metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
    await waitsForLock(fixture, role)
    await holder('ROLLBACK')
    expect(await trashed).toMatchObject([{ id: asset.id }])
  })

  it('reads again while a table is locked, whatever lock_timeout says', async () => {
    const fixture = fixtureOfTest()
    const { name, app } = await ownRole(fixture)
    await fixture.sql(`ALTER ROLE ${name} SET lock_timeout = '10ms'`)
    const pool = new pg.Pool({ connectionString: app.url })
    onTestFinished(() => pool.end())
    let tries = 0
    pool.on('acquire', () => {
      tries += 1
    })
    const metadata = await fixture.open({ pool, statementTimeout: 60_000 })
    const holder = await sessionOn(fixture)
    await holder('BEGIN; LOCK TABLE $schema.assets IN ACCESS EXCLUSIVE MODE')
    tries = 0
    const read = metadata.assets.get({ id: newAsset().id })
    // More than a conflict is tried again.
    await expect.poll(() => tries).toBeGreaterThan(8)
    await holder('ROLLBACK')
    expect(await read).toBeNull()
  })

  it('writes for a role whose transactions are read-only by default', async () => {
    const fixture = fixtureOfTest()
    const { name, app } = await ownRole(fixture)
    await fixture.sql(`ALTER ROLE ${name} SET default_transaction_read_only = on`)
    const metadata = await fixture.open(app)
    await metadata.blobs.reserve(['key'], lasting)
    expect(await metadata.leases.acquire({ name: 'a', holder: 'b', duration: 1000 })).toBe(true)
  })
})
