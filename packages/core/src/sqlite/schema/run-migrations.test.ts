import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MigrationProgress } from '../../events/migration-progress.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { sqliteFailure } from '../connection/failure.ts'
import type { SqliteClient } from '../driver/client.ts'
import { addTenants, BATCH, FILLING, faultsOf } from './fill.fixture.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS, migrate } from './migrations.ts'
import { migrationProgressOf } from './run-migrations.ts'

const COUNT = 5 * BATCH + 3

describe.each(testedDrivers)('a fill on %s', (driver) => {
  async function filled(count = COUNT) {
    const file = await databaseFile()
    const client = rawConnection(driver, file)
    migrate(client)
    addTenants(client, count)
    return { file, client }
  }

  /** Ends the migration after so many commits, as a kill between two would. */
  function migrateSteps(client: SqliteClient, commits: number): void {
    let left = commits
    const stop = () => {
      left -= 1
      if (left === 0) throw new Error('stopped')
    }
    expect(() => migrate(client, FILLING, stop)).toThrow('stopped')
  }

  it.each([0, 1, BATCH - 1, BATCH, BATCH + 1, COUNT])('fills %d rows once each', async (count) => {
    const { client } = await filled(count)
    migrate(client, FILLING)
    migrate(client, FILLING)
    expect(faultsOf(client, count)).toEqual([])
  })

  it('makes a new database in one transaction, and reports nothing', async () => {
    const client = rawConnection(driver, await databaseFile())
    const reports: MigrationProgress[] = []
    migrate(client, FILLING, (progress) => reports.push(progress))
    expect(reports).toEqual([])
    expect(faultsOf(client, 0)).toEqual([])
  })

  it('goes on where it ended, wherever that was', async () => {
    for (let commits = 1; commits <= 7; commits += 1) {
      const { client, file } = await filled()
      migrateSteps(client, commits)
      client.close()
      const again = rawConnection(driver, file)
      migrate(again, FILLING)
      expect(faultsOf(again, COUNT)).toEqual([])
    }
  })

  it('says after each commit how far it is', async () => {
    const { client } = await filled(2 * BATCH)
    const reports: MigrationProgress[] = []
    migrate(client, FILLING, (progress) => reports.push(progress))
    const newest = FILLING.length
    const version = MIGRATIONS.length + 1
    expect(reports).toEqual([
      { version, newest, part: 0 },
      { version, newest, part: 0.5 },
      { version, newest, part: 1 },
      { version: version + 1, newest, part: 0 },
    ])
  })

  it('undoes a batch that fails, and keeps those before it', async () => {
    const { client } = await filled()
    const failing = FILLING.map((step): Migration => {
      if (step.kind !== 'fill') return step
      return {
        kind: 'fill',
        batch(on, after) {
          const done = step.batch(on, after)
          if (Number(after) >= 2 * BATCH) throw new Error('broken batch')
          return done
        },
      }
    })
    expect(() => migrate(client, failing)).toThrow('broken batch')
    expect(client.prepare('SELECT sum(times) AS times FROM tenants').get()).toEqual({
      times: 2 * BATCH,
    })
    migrate(client, FILLING)
    expect(faultsOf(client, COUNT)).toEqual([])
  })

  it('stops at a full disk, and goes on when there is room', async () => {
    const { client, file } = await filled(2000)
    const { page_count: pages } = client.prepare('PRAGMA page_count').get() as {
      page_count: number
    }
    let error: unknown
    for (let room = 0; error !== 'done'; room += 3) {
      client.exec(`PRAGMA max_page_count = ${pages + room}`)
      try {
        migrate(client, FILLING)
        error = 'done'
      } catch (failure) {
        expect(sqliteFailure(failure)).toBe('full')
      }
    }
    client.close()
    expect(faultsOf(rawConnection(driver, file), 2000)).toEqual([])
  })

  it('goes on in a copy that was made in the middle', async () => {
    const { client, file } = await filled()
    migrateSteps(client, 3)
    const target = path.join(path.dirname(file), 'copy.db')
    client.prepare('VACUUM INTO ?').run(target)
    const copy = rawConnection(driver, target)
    expect(migrationProgressOf(copy, FILLING.length)).toEqual(
      migrationProgressOf(client, FILLING.length),
    )
    migrate(copy, FILLING)
    expect(faultsOf(copy, COUNT)).toEqual([])
  })
})
