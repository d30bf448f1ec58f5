import { newVariant, storedOne } from '@stowage/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import type { Migration } from './migration.ts'
import { APPLICATION_ID, assertOurs, MIGRATIONS, migrate } from './migrations.ts'

describe.each(testedDrivers)('migrate on %s', (driver) => {
  const addColumn = (column: string): Migration => ({
    kind: 'transaction',
    run: (client) => client.exec(`ALTER TABLE tenants ADD COLUMN ${column} TEXT`),
  })

  it('marks the file as ours, with its version', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    expect(client.prepare('PRAGMA application_id').get()).toEqual({
      application_id: APPLICATION_ID,
    })
    expect(client.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length })
  })

  it('refuses a database of this version from before the first release', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    client.exec('ALTER TABLE assets RENAME COLUMN embedded TO earlier')
    expect(() => assertOurs(client)).toThrow(
      /before the first release: assets have no column embedded/,
    )
    client.exec('ALTER TABLE assets RENAME COLUMN earlier TO embedded')
    assertOurs(client)
  })

  it('runs exactly the steps that a database lacks', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    client.exec(`INSERT INTO tenants (name) VALUES ('kept')`)
    const later = [...MIGRATIONS, addColumn('one'), addColumn('two')]
    migrate(client, later)
    migrate(client, later)
    expect(client.prepare('SELECT name, one, two FROM tenants').all()).toEqual([
      { name: 'kept', one: null, two: null },
    ])
  })

  it('changes nothing when a step fails', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    const breaks: Migration = { kind: 'transaction', run: () => expect.fail('broken step') }
    const broken = [...MIGRATIONS, addColumn('one'), breaks]
    expect(() => migrate(client, broken)).toThrow('broken step')
    expect(client.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length })
    expect(() => client.prepare('SELECT one FROM tenants')).toThrow('no such column')
  })

  it('lets a store open what a step has changed, with everything in it', async () => {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    const asset = await storedOne(metadata, { variants: [newVariant()] })
    await metadata.close()
    const client = rawConnection(driver, file)
    migrate(client, [...MIGRATIONS, addColumn('one')])
    // As the release would that has this step.
    client.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    client.close()

    const migrated = await openSqliteMetadata({ file, driver })
    onTestFinished(() => migrated.close())
    expect(await migrated.assets.get({ id: asset.id })).toEqual(asset)
    const keys = [asset.blobKey, ...asset.variants.map(({ blobKey }) => blobKey)]
    expect(await migrated.blobs.filterOrphans([...keys, 'other'])).toEqual(['other'])
    expect((await storedOne(migrated)).seq).toBe(2)
  })

  it('refuses a database of a later release, naming both versions', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    client.exec(`PRAGMA user_version = ${MIGRATIONS.length + 7}`)
    const newest = MIGRATIONS.length
    expect(() => assertOurs(client)).toThrow(
      expect.objectContaining({
        code: 'database_too_new',
        message: expect.stringMatching(new RegExp(`version ${newest + 7}.*up to ${newest}`)),
        context: { version: newest + 7, newest },
      }),
    )
  })

  it('lets several stores open one new file at the same instant', async () => {
    const file = await databaseFile()
    const opening = Array.from({ length: 8 }, () => openSqliteMetadata({ file, driver }))
    const stores = await Promise.all(opening)
    await Promise.all(stores.map((store, n) => store.blobs.reserve([`key${n}`], { lifetime: 0 })))
    const keys = stores.map((_, n) => `key${n}`)
    expect(await stores[0]?.blobs.claim({ keys })).toEqual(keys)
    for (const store of stores) await store.close()
  })
})
