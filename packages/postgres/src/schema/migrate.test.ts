import type { StowageError } from '@stowage/core'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../connection/database.ts'
import { fixtureOfTest, type PostgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'
import { lasting, reservedAsset, tenant } from '../testing/records.ts'
import { restrictedRole } from '../testing/restricted-role.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

const addColumn = (name: string): Migration => ({
  kind: 'transaction',
  text: `ALTER TABLE $schema.tenants ADD COLUMN ${name} text`,
})
const addIndex: Migration = { kind: 'index', name: 'assets_by_hash', on: '$schema.assets (sha256)' }

/** What an instance of a later release would do when it opens. */
function instanceOn(fixture: PostgresFixture, leaseTime = 30_000) {
  const pool = new pg.Pool({ connectionString: postgresUrl(), max: 3 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const schema = pg.escapeIdentifier(fixture.schema)
  const ran: string[] = []
  const database = createDatabase({ pool, schema, statementTimeout: 10_000 })
  const runLong = async (text: string): Promise<void> => {
    ran.push(text.split(' ').slice(0, 3).join(' '))
    await pool.query(text)
  }
  return {
    ran,
    migrate: (migrations: readonly Migration[]) =>
      migrate({ database, runLong, schema, leaseTime }, migrations),
  }
}

const versionOf = async (fixture: PostgresFixture): Promise<unknown> =>
  (await fixture.sql('SELECT version, holder FROM $schema.schema_version'))[0]

describe('postgres', () => {
  it.each(['embedded', 'taken_at', 'name_key'])(
    'refuses a schema of this version from before the first release, without %s',
    async (column) => {
      const fixture = fixtureOfTest()
      await (await fixture.open()).close()
      await fixture.sql(`ALTER TABLE $schema.assets RENAME COLUMN ${column} TO earlier`)
      for (const options of [{}, { readOnly: true }]) {
        await expect(fixture.open(options)).rejects.toMatchObject({
          code: 'invalid_argument',
          context: { argument: 'schema' },
        })
      }
    },
  )

  it('lets many instances open one new schema at the same instant', async () => {
    const fixture = fixtureOfTest()
    const stores = await Promise.all(
      Array.from({ length: 12 }, () => fixture.open({ connections: 2 })),
    )
    await Promise.all(stores.map((store, n) => store.blobs.reserve([`key${n}`], lasting)))
    const keys = stores.map((_, n) => `key${n}`)
    expect(await stores[0]?.blobs.claim({ keys })).toEqual(keys)
    expect(await versionOf(fixture)).toEqual({ version: MIGRATIONS.length, holder: null })
  })

  it('refuses a database of a later release, naming both versions', async () => {
    const fixture = fixtureOfTest()
    await fixture.open()
    await fixture.sql('UPDATE $schema.schema_version SET version = 99')
    await expect(fixture.open()).rejects.toMatchObject({
      code: 'database_too_new',
      context: { version: 99, newest: MIGRATIONS.length },
    })
  })

  it('refuses a schema with tables of another application, and leaves them alone', async () => {
    const fixture = fixtureOfTest()
    await fixture.sql('CREATE SCHEMA $schema')
    await fixture.sql('CREATE TABLE $schema.assets (theirs text)')
    await expect(fixture.open()).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'schema' },
    })
    expect(await fixture.sql('SELECT theirs FROM $schema.assets')).toEqual([])
  })

  it('migrates over migrationUrl, so that the role of the app needs no right to make tables', async () => {
    const fixture = fixtureOfTest()
    const { app, name } = await restrictedRole(fixture)
    await fixture.sql(`ALTER DEFAULT PRIVILEGES IN SCHEMA $schema
      GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name}`)
    await expect(fixture.open(app)).rejects.toMatchObject({ code: 'unavailable' })
    const metadata = await fixture.open({ ...app, migrationUrl: postgresUrl() })
    await metadata.blobs.reserve(['key'], lasting)
    // No step is left, so no instance connects there any more.
    const again = await fixture.open({ ...app, migrationUrl: 'postgresql://127.0.0.1:1/none' })
    expect(await again.blobs.claim({ keys: ['key'] })).toEqual(['key'])
  })
})

describe('postgres, as a role that got its rights on each table by name', () => {
  it('refuses to open once an upgrade has added tables, and names the GRANT that helps', async () => {
    const fixture = fixtureOfTest()
    const { app, name } = await restrictedRole(fixture)
    await fixture.open()
    const grant = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA $schema TO ${name}`
    await fixture.sql(grant)
    // As after an upgrade that made these tables.
    const added = '$schema.sweeps, $schema.departure, $schema.changes_made'
    await fixture.sql(`REVOKE ALL ON ${added} FROM ${name}`)
    const upgraded = { ...app, migrationUrl: postgresUrl() }
    const schema = pg.escapeIdentifier(fixture.schema)
    const refused = {
      code: 'invalid_argument',
      message: expect.stringContaining(grant.replace('$schema', schema)),
      context: {
        lacks: [
          'SELECT on sweeps',
          'UPDATE on sweeps',
          'SELECT on departure',
          'UPDATE on departure',
          'INSERT on changes_made',
        ],
      },
    }
    await expect(fixture.open(upgraded)).rejects.toMatchObject(refused)
    await expect(fixture.open(app)).rejects.toMatchObject(refused)
    await fixture.sql(grant)
    const metadata = await fixture.open(app)
    await metadata.blobs.reserve(['key'], lasting)
    const owner = await fixture.open()
    await owner.transfer.source.record()
    // Also while its changes are recorded.
    expect(await metadata.blobs.claim({ keys: ['key'] })).toEqual(['key'])
  })

  it('needs no more than it asks for', async () => {
    const fixture = fixtureOfTest()
    const { app, name } = await restrictedRole(fixture)
    const owner = await fixture.open()
    await fixture.sql(`GRANT SELECT ON $schema.schema_version TO ${name}`)
    const refusal = await fixture.open(app).catch((error: unknown) => error)
    const { lacks } = (refusal as StowageError).context as { lacks: string[] }
    for (const lack of lacks) {
      const [right, table] = lack.split(' on ')
      await fixture.sql(`GRANT ${right} ON $schema.${table} TO ${name}`)
    }
    await owner.transfer.source.record()
    const metadata = await fixture.open(app)
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: 10 ** 9 })
    await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
    await metadata.assets.purge({ tenant, ids: [asset.id], doneWithin: 3_600_000 })
    await metadata.leases.acquire({ name: 'hold/x', holder: 'a', duration: 1000 })
    await metadata.sweeps.pruneExpired({ purgedFor: 0, limit: 9 })
    const keys = await metadata.blobs.claim({ due: true, limit: 9 })
    await metadata.blobs.recordDeletions({ deleted: keys, retryAfter: 0 })
    expect(await metadata.assets.get({ id: asset.id })).toBeNull()
  })
})

describe('migrate', () => {
  it('runs exactly the steps that a database lacks, each once, however many instances run them', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    await metadata.blobs.reserve(['kept'], lasting)
    const steps = [...MIGRATIONS, addColumn('one'), addIndex, addColumn('two')]
    const instances = Array.from({ length: 5 }, () => instanceOn(fixture))
    await Promise.all(instances.map((instance) => instance.migrate(steps)))
    await instances[0]?.migrate(steps)
    expect(instances.flatMap(({ ran }) => ran)).toEqual(['CREATE INDEX CONCURRENTLY'])
    await fixture.sql('SELECT one, two FROM $schema.tenants')
    expect(await versionOf(fixture)).toEqual({ version: steps.length, holder: null })
    expect(await metadata.blobs.claim({ keys: ['kept'] })).toEqual(['kept'])
  })

  it('changes nothing when a step fails, and another instance can go on at once', async () => {
    const fixture = fixtureOfTest()
    await fixture.open()
    const broken: Migration = {
      kind: 'transaction',
      text: 'ALTER TABLE $schema.tenants ADD COLUMN three text; SELECT 1 / 0',
    }
    const steps = [...MIGRATIONS, addColumn('one')]
    await expect(instanceOn(fixture).migrate([...steps, broken])).rejects.toThrow('A query failed')
    expect(await versionOf(fixture)).toEqual({ version: steps.length, holder: null })
    await expect(fixture.sql('SELECT three FROM $schema.tenants')).rejects.toThrow('does not exist')
    await instanceOn(fixture).migrate([...steps, addColumn('three')])
    await fixture.sql('SELECT three FROM $schema.tenants')
  })

  it('builds an index anew that an interrupted instance left invalid', async () => {
    const fixture = fixtureOfTest()
    await fixture.open()
    await fixture.sql('CREATE INDEX assets_by_hash ON $schema.assets (sha256)')
    await fixture.sql(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '$schema.assets_by_hash'::regclass`,
    )
    const instance = instanceOn(fixture)
    await instance.migrate([...MIGRATIONS, addIndex])
    expect(instance.ran).toEqual(['DROP INDEX CONCURRENTLY', 'CREATE INDEX CONCURRENTLY'])
  })

  it('takes over from an instance that fell silent', async () => {
    const fixture = fixtureOfTest()
    await fixture.open()
    await fixture.sql(`UPDATE $schema.schema_version
      SET holder = 'dead', until = clock_timestamp() + interval '300 ms'`)
    await instanceOn(fixture).migrate([...MIGRATIONS, addColumn('one')])
    expect(await versionOf(fixture)).toMatchObject({ version: MIGRATIONS.length + 1 })
  })

  it('keeps its lease while a long build lasts', async () => {
    const fixture = fixtureOfTest()
    await fixture.open()
    const holder = new pg.Client({ connectionString: postgresUrl() })
    await holder.connect()
    onTestFinished(() => holder.end())
    // A transaction that is open makes a concurrent build wait for its end.
    const schema = pg.escapeIdentifier(fixture.schema)
    await holder.query(`BEGIN; LOCK TABLE ${schema}.assets IN ROW EXCLUSIVE MODE`)
    const [one, two] = [instanceOn(fixture, 300), instanceOn(fixture, 300)]
    const first = one.migrate([...MIGRATIONS, addIndex])
    const renewals = new Set<string>()
    while (renewals.size < 6) {
      const [row] = await fixture.sql<{ until: Date | null }>(
        'SELECT until FROM $schema.schema_version',
      )
      if (row?.until) renewals.add(row.until.toISOString())
    }
    const second = two.migrate([...MIGRATIONS, addIndex])
    await holder.query('COMMIT')
    await Promise.all([first, second])
    expect([...one.ran, ...two.ran]).toEqual(['CREATE INDEX CONCURRENTLY'])
  })

  it('lets uploads go on while a step waits for a table', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const reader = new pg.Client({ connectionString: postgresUrl() })
    await reader.connect()
    onTestFinished(() => reader.end())
    const schema = pg.escapeIdentifier(fixture.schema)
    await reader.query(`BEGIN; LOCK TABLE ${schema}.blobs IN ACCESS SHARE MODE`)
    let done = false
    const step: Migration = {
      kind: 'transaction',
      text: 'ALTER TABLE $schema.blobs ADD COLUMN one text',
    }
    const migrating = instanceOn(fixture)
      .migrate([...MIGRATIONS, step])
      .then(() => {
        done = true
      })
    for (let n = 0; n < 30; n += 1) await metadata.blobs.reserve([`key${n}`], lasting)
    expect(done).toBe(false)
    await reader.query('COMMIT')
    await migrating
  })
})
