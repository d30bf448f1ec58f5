import { describe, expect, it } from 'vitest'
import { databaseFile, rawConnection, testedEngines } from '../connection/engines.fixture.ts'
import { sqliteFailure } from '../connection/failure.ts'
import { MIGRATIONS, migrate } from './migrations.ts'

/** What version 1 reads before every write. */
const BEFORE_WRITE = `SELECT id, paused_until, moved FROM transfers WHERE role = 'source'`

describe.each(testedEngines)('a database of version 1 on %s', (engine) => {
  it('refuses the writes of a process that has it open once it is migrated, and says why', async () => {
    const file = await databaseFile()
    const older = rawConnection(engine, file)
    older.exec('PRAGMA journal_mode = WAL')
    migrate(older, MIGRATIONS.slice(0, 1))
    const beforeWrite = older.prepare(BEFORE_WRITE)
    expect(beforeWrite.get()).toBeUndefined()
    migrate(rawConnection(engine, file))
    let failure: unknown
    try {
      beforeWrite.get()
    } catch (error) {
      failure = error
    }
    expect(String(failure)).toContain('A later release of Stowage has migrated this database.')
    // Of the whole transaction: the release before takes no other kind for a failure of its request.
    expect(sqliteFailure(failure)).toBe('other')
  })

  it('keeps where it stands in a move', async () => {
    const client = rawConnection(engine, await databaseFile())
    migrate(client, MIGRATIONS.slice(0, 1))
    client.exec(
      `INSERT INTO transfers (role, id, cursor) VALUES ('target', 'recording', '[1,2,"x"]')`,
    )
    migrate(client)
    expect(client.prepare('SELECT * FROM handovers').all()).toEqual([
      { role: 'target', id: 'recording', cursor: '[1,2,"x"]', paused_until: null, moved: 0 },
    ])
  })
})
