import { describeContract, newAsset, storedOne, transferContract } from '@stowage/testing'
import { allEntries } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { TRANSFER_TABLES } from '../transfer/transfer-tables.ts'
import { openSqliteMetadata } from './open-sqlite-metadata.ts'
import { transferSetup } from './transfer.fixture.ts'

for (const driver of testedDrivers) {
  const setup = transferSetup(driver, 'SQLite')
  describeContract(`transfer from ${driver} to SQLite`, transferContract, setup, { describe, it })
}

describe.each(testedDrivers)('transfer on %s', (driver) => {
  it('leaves no trigger and no table behind', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    const raw = rawConnection(driver, file)
    // SQLite keeps a table of its own, empty, once a key has been counted up.
    const ours = `SELECT type, name FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY name`
    const schema = () => raw.prepare(ours).all()
    const before = schema()
    const source = metadata.transfer.source
    await source.record()
    await storedOne(metadata)
    expect(schema().length).toBeGreaterThan(before.length)
    await source.stop()
    expect(schema()).toEqual(before)
    await source.record()
    await source.pauseWrites(60_000)
    await source.handOver()
    expect(schema()).toEqual(before)
    await metadata.close()
  })

  it('forgets what a crash right after the hand-over left of the recording', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    const raw = rawConnection(driver, file)
    const tables = () =>
      raw.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'changes%' ORDER BY name`).all()
    const source = metadata.transfer.source
    const id = await source.record()
    const create = raw.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'changes'`).get() as {
      readonly sql: string
    }
    await source.pauseWrites(60_000)
    await source.handOver()
    expect(tables()).toEqual([])
    raw.exec(create.sql)
    expect(await source.record()).toBe(id)
    expect(tables()).toEqual([])
    await metadata.close()
  })

  it('is paused for no longer than asked, though the clock of the mover was a day ahead', async () => {
    const file = await databaseFile()
    const ahead = () => (Date.now() + 86_400_000) * 1000
    const mover = await openSqliteMetadata({ file, driver, clock: ahead })
    const source = mover.transfer.source
    await source.record()
    await source.pauseWrites(2000)
    const metadata = await openSqliteMetadata({ file, driver })
    await storedOne(metadata)
    // There was a write since.
    expect(await source.handOver()).toBe(false)
    await mover.close()
    await metadata.close()
  })

  it('gives the entries of each table in one page when they fit, and none after the last table', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    await storedOne(metadata)
    const source = metadata.transfer.source
    let after: string | null = null
    const kinds: string[][] = []
    do {
      const page = await source.entries({ after, limit: 100 })
      kinds.push(page.entries.map(({ kind }) => kind))
      after = page.next
    } while (after !== null)
    expect(kinds).toHaveLength(TRANSFER_TABLES.length)
    expect(kinds.map((page) => new Set(page).size <= 1)).not.toContain(false)
    const last = JSON.stringify([TRANSFER_TABLES.length, 0, ''])
    expect(await source.entries({ after: last, limit: 100 })).toEqual({ entries: [], next: null })
    await metadata.close()
  })

  it('gives what several tenants have under the same key, in pages of any size', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    const idempotency = { key: 'the same', digest: 'd', lifetime: 60_000 }
    for (const tenant of ['a', 'b', 'c']) {
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], { lifetime: 60_000 })
      await metadata.assets.insert({
        tenant,
        assets: [asset],
        keyId: null,
        quota: null,
        idempotency,
      })
    }
    const source = metadata.transfer.source
    const whole = await allEntries(source)
    const records = whole.filter(({ kind }) => kind === 'idempotency')
    expect(records.map(({ tenant, key }) => [tenant, key])).toEqual([
      ['a', 'the same'],
      ['b', 'the same'],
      ['c', 'the same'],
    ])
    for (const limit of [1, 2]) expect(await allEntries(source, limit)).toEqual(whole)
    await metadata.close()
  })

  it('moves no blob whose state it does not know', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    await storedOne(metadata)
    const raw = rawConnection(driver, file)
    raw.exec('PRAGMA ignore_check_constraints = ON; UPDATE blobs SET state = 5')
    const source = metadata.transfer.source
    await source.record()
    await expect(allEntries(source)).rejects.toMatchObject({ code: 'database_too_new' })
    await metadata.close()
  })
})
