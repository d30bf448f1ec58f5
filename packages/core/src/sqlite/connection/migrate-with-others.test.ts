import { describe, expect, it } from 'vitest'
import { isStowageError } from '../../errors/stowage-error.ts'
import { addTenants, BATCH, FILLING, faultsOf } from '../schema/fill.fixture.ts'
import { migrate } from '../schema/migrations.ts'
import { databaseFile, rawConnection, testedDrivers } from './drivers.fixture.ts'
import { migrateWithOthers } from './migrate-with-others.ts'

const COUNT = 10 * BATCH

describe.each(testedDrivers)('migrateWithOthers on %s', (driver) => {
  async function two() {
    const file = await databaseFile()
    const [one, other] = [rawConnection(driver, file), rawConnection(driver, file)]
    one.exec('PRAGMA journal_mode = WAL')
    for (const client of [one, other]) client.exec('PRAGMA busy_timeout = 0')
    migrate(one)
    addTenants(one, COUNT)
    return { one, other }
  }

  it('shares the work with other processes, each batch done by one of them', async () => {
    const { one, other } = await two()
    let turns = 0
    const ends = () => {
      turns += 1
      if (turns === 4) migrateWithOthers(other, undefined, FILLING)
    }
    migrateWithOthers(one, ends, FILLING)
    expect(turns).toBe(4)
    expect(faultsOf(one, COUNT)).toEqual([])
  })

  it('says how far the migration is when another process keeps the lock', async () => {
    const { one, other } = await two()
    const stop = new Error('stopped')
    const report = ({ part }: { part: number }) => {
      if (part === 0.5) throw stop
    }
    expect(() => migrate(one, FILLING, report)).toThrow(stop)
    one.exec('BEGIN IMMEDIATE')
    const failure = (() => {
      try {
        return migrateWithOthers(other, undefined, FILLING)
      } catch (error) {
        return error
      }
    })()
    expect(isStowageError(failure, 'unavailable')).toBe(true)
    expect(String(failure)).toMatch(/being migrated \(step \d+ of \d+, 50 % done\)/)
    one.exec('ROLLBACK')
    migrateWithOthers(other, undefined, FILLING)
    expect(faultsOf(one, COUNT)).toEqual([])
  })

  it('waits while the migration gets on', async () => {
    const { one, other } = await two()
    // Each look at the lock finds it taken, and one more batch done.
    let refusals = 0
    const busyOther: typeof other = {
      prepare: (text) => other.prepare(text),
      close: () => other.close(),
      exec(text) {
        if (text !== 'BEGIN IMMEDIATE' || refusals === 6) return other.exec(text)
        refusals += 1
        stepOn(one)
        one.exec('BEGIN IMMEDIATE')
        try {
          return other.exec(text)
        } finally {
          one.exec('ROLLBACK')
        }
      },
    }
    migrateWithOthers(busyOther, undefined, FILLING)
    expect(refusals).toBe(6)
    expect(faultsOf(one, COUNT)).toEqual([])
  })

  function stepOn(client: Parameters<typeof migrate>[0]): void {
    const once = new Error('once')
    expect(() =>
      migrate(client, FILLING, () => {
        throw once
      }),
    ).toThrow(once)
  }
})
