import { describe, expect, it } from 'vitest'
import type { SqliteClient } from '../driver/client.ts'
import { type OpenDatabase, openerOf } from '../driver/driver.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { openConnection, openUnlessOlder } from './connection.ts'
import { databaseFile, found, rawConnection, testedDrivers } from './drivers.fixture.ts'

function pragma(client: SqliteClient, name: string): unknown {
  return Object.values(client.prepare(`PRAGMA ${name}`).get() as object)[0]
}

describe.each(testedDrivers)('openConnection on %s', (driver) => {
  const open: OpenDatabase = (file) => openerOf(found(driver))(file)

  it('syncs every commit, also after the file is reopened', async () => {
    const file = await databaseFile()
    for (let times = 0; times < 3; times += 1) {
      const client = openConnection(open, file, 1234)
      client.exec(`INSERT INTO tenants (name) VALUES ('${times}')`)
      expect(pragma(client, 'synchronous')).toBe(2)
      expect(pragma(client, 'journal_mode')).toBe('wal')
      expect(pragma(client, 'foreign_keys')).toBe(1)
      expect(pragma(client, 'busy_timeout')).toBe(1234)
      if (process.platform === 'darwin') expect(pragma(client, 'fullfsync')).toBe(1)
      client.close()
    }
  })

  it('refuses the database of another application, and leaves it as it is', async () => {
    const file = await databaseFile()
    const foreign = rawConnection(driver, file)
    foreign.exec('CREATE TABLE theirs (x)')
    expect(() => openConnection(open, file, 0)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument: 'file' } }),
    )
    expect(pragma(foreign, 'journal_mode')).toBe('delete')
    expect(pragma(foreign, 'user_version')).toBe(0)
  })

  it('refuses an empty database that another application has marked as its own', async () => {
    const file = await databaseFile()
    rawConnection(driver, file).exec('PRAGMA application_id = 42')
    expect(() => openConnection(open, file, 0)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    )
  })

  it('migrates no older database where that would hold the thread up, but makes a new one', async () => {
    const file = await databaseFile()
    const made = openUnlessOlder(open, file)
    expect(made && pragma(made, 'user_version')).toBe(MIGRATIONS.length)
    expect(made && pragma(made, 'synchronous')).toBe(2)
    expect(made && pragma(made, 'busy_timeout')).toBe(0)
    made?.close()
    expect(openUnlessOlder(open, file, MIGRATIONS.length + 1)).toBeNull()
    openUnlessOlder(open, file)?.close()
  })

  it('syncs every commit of a database that another process keeps from being made', async () => {
    const file = await databaseFile()
    const other = rawConnection(driver, file)
    other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
    const seen: SqliteClient[] = []
    const watched: OpenDatabase = (at) => {
      const client = open(at)
      const close = client.close.bind(client)
      client.close = () => {
        expect(pragma(client, 'synchronous')).toBe(2)
        return close()
      }
      seen.push(client)
      return client
    }
    expect(() => openUnlessOlder(watched, file)).toThrow(/locked/)
    expect(seen).toHaveLength(1)
  })
})
