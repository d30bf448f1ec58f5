import { expect, it, onTestFinished } from 'vitest'
import { CLAIMED } from '../../model/blob-state.ts'
import { databaseFile, rawConnection, testedEngines } from '../connection/engines.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { MIGRATIONS, migrate } from './migrations.ts'

it.each(testedEngines)(
  'takes what was claimed before for the blob of any tenant, on %s',
  async (engine) => {
    const file = await databaseFile()
    const client = rawConnection(engine, file)
    migrate(client, MIGRATIONS.slice(0, -1))
    client
      .prepare('INSERT INTO blobs (key, state, delete_after) VALUES (?, ?, ?)')
      .run('old', CLAIMED, 1)
    client.close()
    const metadata = await openSqliteMetadata({ file, engine })
    onTestFinished(() => metadata.close())
    expect(await metadata.blobs.claim({ due: true, limit: 9, tenant: 'a' })).toEqual(['old'])
  },
)
