import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from './drivers.fixture.ts'
import { createReader } from './reader.ts'

describe.each(testedDrivers)('createReader on %s', (driver) => {
  /** A reader, and a connection that has the file to itself: without WAL mode, one shuts out the other. */
  async function lockedOut(busyTimeout: number) {
    const file = await databaseFile()
    const holder = rawConnection(driver, file)
    holder.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1); BEGIN EXCLUSIVE')
    const client = rawConnection(driver, file)
    client.exec('PRAGMA busy_timeout = 0')
    const reader = createReader({ current: () => client, close: () => client.close() }, busyTimeout)
    const read = () => reader.read((sql) => sql<{ x: number }>('SELECT x FROM t').all())
    return { holder, reader, read }
  }

  it('tries again while the file is locked, without blocking the thread', async () => {
    const { holder, read, reader } = await lockedOut(20_000)
    const reading = read()
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    holder.exec('COMMIT')
    expect(await reading).toEqual([{ x: 1 }])
    expect(await read()).toEqual([{ x: 1 }])
    reader.close()
  })

  it('is unavailable when the lock lasts longer than the timeout, and works afterwards', async () => {
    const { holder, read, reader } = await lockedOut(10)
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
    holder.exec('COMMIT')
    expect(await read()).toEqual([{ x: 1 }])
    reader.close()
  })

  it('ends reads that wait, as closed, when it is closed', async () => {
    const { read, reader } = await lockedOut(20_000)
    const reading = read()
    reader.close()
    reader.close()
    await expect(reading).rejects.toMatchObject({ code: 'closed' })
  })

  it('reads from one snapshot', async () => {
    const { holder, read, reader } = await lockedOut(20_000)
    holder.exec('COMMIT; PRAGMA journal_mode = WAL')
    await reader.read((sql) => {
      const count = () => sql<{ x: number }>('SELECT x FROM t').all().length
      expect(count()).toBe(1)
      holder.exec('INSERT INTO t VALUES (2)')
      expect(count()).toBe(1)
    })
    expect(await read()).toHaveLength(2)
    reader.close()
  })
})
