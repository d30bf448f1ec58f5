import { setImmediate } from 'node:timers/promises'
import type { MigratableMetadata, TransferSource } from '@stowage/core/internal'
import { migrateMetadata, switchingMetadata } from '@stowage/migrate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fixtureOfTest, type PostgresFixture } from '../testing/postgres-fixture.ts'
import { anotherWaits, sessionOn } from '../testing/postgres-session.ts'
import { reservedAsset, tenant } from '../testing/records.ts'
import { restrictedRole } from '../testing/restricted-role.ts'

async function storedOne(metadata: MigratableMetadata): Promise<string> {
  const asset = await reservedAsset(metadata)
  await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
  return asset.id
}

const RENAME = `UPDATE $schema.assets SET name = 'other' WHERE id = $1`

/** A database whose changes are recorded, and a transaction on it that has renamed an asset and goes on. */
async function writeUnderWay() {
  const fixture = fixtureOfTest()
  const metadata = await fixture.open()
  const id = await storedOne(metadata)
  const source = metadata.transfer.source
  await source.record()
  const session = await sessionOn(fixture)
  await session('BEGIN')
  await session(RENAME, [id])
  return { id, source, session }
}

describe('TransferSource on PostgreSQL', () => {
  it('misses no change whose transaction ends after later ones were read', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const [slow, fast] = [await storedOne(metadata), await storedOne(metadata)]
    const source = metadata.transfer.source
    await source.record()
    const session = await sessionOn(fixture)
    await session('BEGIN')
    await session(RENAME, [slow])
    await metadata.assets.update({ tenant, id: fast, changes: { name: 'other' } })
    const first = await source.changes({ after: 0, limit: 9 })
    expect(first.entries).toMatchObject([{ kind: 'asset', key: fast }])
    await session('COMMIT')
    const { entries } = await source.changes({ after: first.last, limit: 9 })
    expect(entries).toMatchObject([{ kind: 'asset', key: slow, value: { name: 'other' } }])
  })

  it('refuses a write of a transaction that began before the recording, once paused', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const id = await storedOne(metadata)
    const session = await sessionOn(fixture)
    await session('BEGIN')
    await session('SELECT 1')
    await metadata.transfer.source.record()
    await metadata.transfer.source.pauseWrites(60_000)
    await expect(session(RENAME, [id])).rejects.toMatchObject({ code: '40001' })
  })

  it('waits at a pause for a write that has begun', async () => {
    const { id, source, session } = await writeUnderWay()
    let paused = false
    const pause = source.pauseWrites(60_000).then(() => {
      paused = true
    })
    await anotherWaits(session)
    expect(paused).toBe(false)
    await session('COMMIT')
    await pause
    const { entries } = await source.changes({ after: 0, limit: 9 })
    expect(entries).toMatchObject([{ kind: 'asset', key: id }])
  })

  it('moves no blob whose state it does not know', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    await storedOne(metadata)
    await fixture.sql('ALTER TABLE $schema.blobs DROP CONSTRAINT blobs_state_check')
    await fixture.sql('ALTER TABLE $schema.blobs DROP CONSTRAINT blobs_check')
    await fixture.sql('UPDATE $schema.blobs SET state = 5')
    const source = metadata.transfer.source
    await source.record()
    const entries = async () => {
      for (let after: string | null = null; ; ) {
        const { next } = await source.entries({ after, limit: 100 })
        if (next === null) return
        after = next
      }
    }
    await expect(entries()).rejects.toMatchObject({ code: 'database_too_new' })
  })

  it('is paused for the whole time asked for, however long it waited for a write', async () => {
    const { source, session } = await writeUnderWay()
    const pause = source.pauseWrites(60_000)
    await anotherWaits(session)
    const { rows: begun } = await session('SELECT clock_timestamp()::text AS now')
    await session('COMMIT')
    await pause
    const { rows } = await session(
      `SELECT paused_until - interval '60 s' > $1 AS after_write FROM $schema.departure`,
      [begun[0]?.now],
    )
    expect(rows).toEqual([{ after_write: true }])
    expect(await source.handOver()).toBe(true)
  })

  it('is not kept from the switch by writes that never leave a gap: none lost, none doubled', async () => {
    const [here, there] = [fixtureOfTest(), fixtureOfTest()]
    const target = await there.open()
    const stores = await Promise.all(
      [1, 2, 3, 4].map(async () =>
        switchingMetadata({
          from: await here.open({ connections: 8 }),
          to: await there.open({ connections: 8 }),
        }),
      ),
    )
    const stored: string[] = []
    let over = false
    onTestFinished(() => {
      over = true
    })
    async function keepWriting(metadata: MigratableMetadata, name: string): Promise<void> {
      while (!over) {
        const asset = await reservedAsset(metadata).catch(() => setImmediate(null))
        if (asset === null) continue
        const request = { tenant: name, assets: [asset], keyId: null, quota: null }
        const done = await metadata.assets.insert(request).catch(() => null)
        stored.push(...(done?.assets ?? []).map(({ id }) => id))
      }
    }
    // Enough that there is always one between its start and its commit.
    const writing = Array.from({ length: 12 }, (_, n) =>
      keepWriting(stores[n % stores.length] as MigratableMetadata, `tenant${n}`),
    )
    await vi.waitFor(() => expect(stored.length).toBeGreaterThan(100), 300_000)
    const from = await here.open()
    const report = await migrateMetadata({ from, to: target }).finally(() => {
      over = true
    })
    await Promise.all(writing)
    expect(report.phase).toBe('moved')
    const assets = await target.assets.listAll({ afterId: null, limit: 100_000 })
    expect(assets.map(({ id }) => id).sort()).toEqual(stored.sort())
  })

  /** A database that has recorded so many changes, of assets that are not there. */
  async function recorded(count: number) {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const source = metadata.transfer.source
    await source.record()
    await fixture.sql(
      `INSERT INTO $schema.changes_made (kind, tenant_id, key)
        SELECT 'asset', 0, gen_random_uuid() FROM generate_series(1, $1)`,
      [count],
    )
    return { fixture, metadata, source }
  }

  /** How many assets there are among all changes, page by page. */
  async function countChanges(source: TransferSource): Promise<number> {
    const keys = new Set<string>()
    for (let after = 0; ; ) {
      const { entries, last } = await source.changes({ after, limit: 500 })
      for (const { kind, key } of entries) if (kind === 'asset') keys.add(key)
      if (entries.length < 500) return keys.size
      after = last
    }
  }

  /** Makes each statement that deletes recorded changes fail as one that took too long if it deletes more. */
  async function slowBeyond(fixture: PostgresFixture, limit: number): Promise<void> {
    await fixture.sql(`CREATE FUNCTION $schema.bound() RETURNS trigger LANGUAGE plpgsql AS $do$
      BEGIN
        IF (SELECT count(*) FROM gone) > ${limit} THEN
          RAISE EXCEPTION 'too slow' USING ERRCODE = 'query_canceled';
        END IF;
        RETURN NULL;
      END $do$`)
    for (const table of ['changes_made', 'changes']) {
      await fixture.sql(`CREATE TRIGGER bound AFTER DELETE ON $schema.${table}
        REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION $schema.bound()`)
    }
  }

  it('reads any number of changes, none of its statements being of more than 5000', async () => {
    const { fixture, source } = await recorded(12_000)
    await slowBeyond(fixture, 5000)
    expect(await countChanges(source)).toBe(12_000)
    expect(await fixture.sql('SELECT FROM $schema.changes_made')).toEqual([])
  })

  it('reads on in smaller steps after a statement took too long', async () => {
    const { fixture, source } = await recorded(3000)
    await slowBeyond(fixture, 400)
    expect(await countChanges(source)).toBe(3000)
  })

  it('is not kept from the switch by what it cannot forget then, and forgets it later', async () => {
    const { fixture, source } = await recorded(10)
    await source.changes({ after: 0, limit: 500 })
    await fixture.sql(`CREATE FUNCTION $schema.refuse() RETURNS trigger LANGUAGE plpgsql AS $do$
      BEGIN RAISE EXCEPTION 'refused'; END $do$`)
    await fixture.sql(`CREATE TRIGGER refuse BEFORE DELETE OR TRUNCATE ON $schema.changes
      FOR EACH STATEMENT EXECUTE FUNCTION $schema.refuse()`)
    await source.pauseWrites(60_000)
    expect(await source.handOver()).toBe(true)
    expect((await source.state()).phase).toBe('moved')
    expect((await fixture.sql('SELECT FROM $schema.changes')).length).toBe(10)
    await fixture.sql('DROP TRIGGER refuse ON $schema.changes')
    await source.record()
    expect(await fixture.sql('SELECT FROM $schema.changes')).toEqual([])
  })

  it('deletes the recorded changes after the hand-over, while another transaction reads them', async () => {
    const { fixture, source } = await recorded(7000)
    const session = await sessionOn(fixture)
    await session('BEGIN')
    await session('SELECT FROM $schema.changes LIMIT 1')
    await source.pauseWrites(60_000)
    expect(await source.handOver()).toBe(true)
    await session('COMMIT')
    expect(await fixture.sql('SELECT FROM $schema.changes_made')).toEqual([])
  })

  it('can be stopped by a role that owns no table: writes go on, and it can begin anew', async () => {
    const fixture = fixtureOfTest()
    const { app, name } = await restrictedRole(fixture)
    const owner = await fixture.open()
    await fixture.sql(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA $schema TO ${name}`,
    )
    const source = owner.transfer.source
    const first = await source.record()
    await storedOne(owner)
    await source.pauseWrites(60_000)
    const guest = await fixture.open(app)
    await guest.transfer.source.stop()
    expect(await source.state()).toEqual({ phase: 'serving', id: null })
    await storedOne(guest)
    expect(await fixture.sql('SELECT FROM $schema.changes_made')).toEqual([])
    await expect(source.changes({ after: 0, limit: 9 })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    expect(await source.record()).not.toBe(first)
    const id = await storedOne(guest)
    const { entries } = await source.changes({ after: 0, limit: 9 })
    expect(entries.filter(({ kind }) => kind === 'asset')).toMatchObject([{ key: id }])
    await guest.transfer.source.stop()
    await source.stop()
    const triggers = `SELECT FROM pg_trigger WHERE tgname = 'note_change' AND tgrelid = '$schema.assets'::regclass`
    expect(await fixture.sql(triggers)).toEqual([])
  })

  it('leaves no trigger and no change behind', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const source = metadata.transfer.source
    await source.record()
    await storedOne(metadata)
    await source.changes({ after: 0, limit: 1 })
    await source.stop()
    const triggers = await fixture.sql(
      `SELECT FROM pg_trigger WHERE tgname = 'note_change' AND tgrelid = '$schema.assets'::regclass`,
    )
    expect(triggers).toEqual([])
    expect(await fixture.sql('SELECT FROM $schema.changes')).toEqual([])
    expect(await fixture.sql('SELECT FROM $schema.changes_made')).toEqual([])
  })

  it('moves to another PostgreSQL while two processes upload: none lost, none doubled', async () => {
    const [here, there] = [fixtureOfTest(), fixtureOfTest()]
    const [one, two] = [await here.open(), await here.open()]
    for (let count = 0; count < 30; count += 1) await storedOne(one)
    const processes = [
      switchingMetadata({ from: one, to: await there.open() }),
      switchingMetadata({ from: two, to: await there.open() }),
    ]
    const stored: string[] = []
    let moved = false
    const uploading = processes.map(async (metadata) => {
      while (!moved) {
        const asset = await reservedAsset(metadata).catch(() => null)
        if (asset === null) continue
        const request = { tenant, assets: [asset], keyId: null, quota: null }
        // Refused for a moment: then nothing is stored.
        const done = await metadata.assets.insert(request).catch(() => null)
        stored.push(...(done?.assets ?? []).map(({ id }) => id))
      }
    })
    const to = await there.open()
    const report = await migrateMetadata({ from: one, to })
    moved = true
    await Promise.all(uploading)
    expect(report.phase).toBe('moved')
    expect(report.pauseMs).toEqual(expect.any(Number))
    expect(stored.length).toBeGreaterThan(0)
    const assets = await to.assets.listAll({ afterId: null, limit: 100_000 })
    const ids = new Set(assets.map(({ id }) => id))
    expect(stored.filter((id) => !ids.has(id))).toEqual([])
    expect(assets.length).toBe(30 + stored.length)
    expect(new Set(assets.map(({ seq }) => seq)).size).toBe(assets.length)
  })
})
