import { Worker } from 'node:worker_threads'
import { newAsset, stored } from '@stowage/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from '../connection/connection.ts'
import { databaseFile, testedDrivers } from '../connection/drivers.fixture.ts'
import { logSize } from '../connection/write-ahead-log.ts'
import { openerOf } from '../driver/driver.ts'
import { findDriver } from '../driver/find-driver.ts'
import { openSqliteMetadata } from './open-sqlite-metadata.ts'

const MIB = 1024 * 1024

/** Counts the threads that are told to open the database. */
function openingThreads(file: string): () => number {
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => post.mockRestore())
  return () => post.mock.calls.filter(([message]) => Object(message).file === file).length
}

describe.each(testedDrivers)('openSqliteMetadata on %s', (driver) => {
  /** A database with a log of so many bytes, which another connection keeps open. */
  async function databaseWithLog(bytes: number): Promise<string> {
    const file = await databaseFile()
    const other = openConnection(openerOf(await findDriver(driver)), file, 0)
    onTestFinished(() => void other.close())
    other.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0')
    if (bytes > 0) {
      other.exec(`BEGIN; CREATE TABLE more (content BLOB);
        INSERT INTO more VALUES (zeroblob(${bytes})); DROP TABLE more; COMMIT`)
    }
    return file
  }

  it('opens a database before the thread that writes has started, and writes', async () => {
    const file = await databaseWithLog(0)
    const threads = openingThreads(file)
    const metadata = await openSqliteMetadata({ file, driver })
    onTestFinished(() => metadata.close())
    expect(threads()).toBe(0)
    await stored(metadata, [newAsset()])
    expect(threads()).toBe(1)
  })

  it('lets the thread that writes recover a long log first', async () => {
    const file = await databaseWithLog(5 * MIB)
    expect(logSize(file)).toBeGreaterThan(4 * MIB)
    const threads = openingThreads(file)
    const metadata = await openSqliteMetadata({ file, driver })
    onTestFinished(() => metadata.close())
    expect(threads()).toBe(1)
    await stored(metadata, [newAsset()])
  })
})
