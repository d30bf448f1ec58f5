import { newKey } from '@stowage/core/testing'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../connection/database.ts'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'

it('goes on with erasures that began before, and takes what was claimed for the blob of any tenant', async () => {
  const fixture = fixtureOfTest()
  const pool = new pg.Pool({ connectionString: postgresUrl(), max: 3 })
  onTestFinished(() => pool.end())
  const schema = pg.escapeIdentifier(fixture.schema)
  const database = createDatabase({ pool, schema, statementTimeout: 10_000 })
  const runLong = async (text: string) => void (await pool.query(text))
  await migrate({ database, runLong, schema }, MIGRATIONS.slice(0, -1))
  await fixture.sql(`INSERT INTO $schema.tenants (name) VALUES ('known'), ('other')`)
  await fixture.sql(`INSERT INTO $schema.erasures VALUES ('known', 1), ('unknown', 1)`)
  await fixture.sql(`INSERT INTO $schema.blobs (key, state, due) VALUES ('old', 1, 1)`)
  const metadata = await fixture.open()
  for (const tenant of ['known', 'unknown']) {
    await expect(metadata.apiKeys.create(newKey({ tenant }))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await metadata.erasures.step({ tenant, limit: 9 })).isDone).toBe(true)
    expect(await metadata.erasures.end(tenant)).toBe(true)
  }
  await metadata.apiKeys.create(newKey({ tenant: 'other' }))
  expect(await metadata.blobs.claim({ due: true, limit: 9, tenant: 'other' })).toEqual(['old'])
})
