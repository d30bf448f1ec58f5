import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { QueryFailure, toStoreError } from '../connection/failure.ts'
import { fixtureOfTest, postgresUrl } from '../testing/postgres-fixture.ts'
import { reservedAsset, tenant } from '../testing/records.ts'

describe('an instance of version 1', () => {
  it('cannot change assets once the schema is migrated, and is told why', async () => {
    const fixture = fixtureOfTest()
    const metadata = await fixture.open()
    const asset = await reservedAsset(metadata)
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
    // It says nothing of itself.
    const older = new pg.Pool({ connectionString: postgresUrl(), max: 1 })
    onTestFinished(() => older.end())
    const schema = pg.escapeIdentifier(fixture.schema)
    const run = (text: string) => older.query(text.replaceAll('$schema', schema))
    for (const text of [
      `INSERT INTO $schema.assets SELECT * FROM json_populate_recordset(NULL::$schema.assets, '[]')`,
      `WITH gone AS (DELETE FROM $schema.assets RETURNING 1) SELECT count(*) FROM gone`,
      `UPDATE $schema.assets SET name = 'older'`,
    ]) {
      const failure = toStoreError(new QueryFailure(await run(text).catch((error) => error)))
      expect(failure).toMatchObject({
        code: 'unavailable',
        cause: {
          message:
            'A later release of Stowage has migrated this database. Restart this process with that release.',
        },
      })
    }
    // What changes no asset goes on.
    expect((await run('SELECT name FROM $schema.assets')).rows).toEqual([{ name: asset.name }])
    await run(`INSERT INTO $schema.leases VALUES ('sweep', 'older', 0)`)
    await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
  })
})
