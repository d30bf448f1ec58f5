import { StowageError } from '../../errors/stowage-error.ts'
import type { StoreClaim } from '../../ports/metadata-store.ts'
import type { SqliteClient } from '../driver/client.ts'
import { rollBack } from '../driver/client.ts'
import type { OpenDatabase } from '../driver/driver.ts'
import { sqliteFailure } from './failure.ts'
import { retryWhileBusy } from './retry.ts'

/** The lock file next to a database shows that a process has it open. Always empty: it only carries locks. */
export const lockFileOf = (file: string): string => `${file}-lock`

/** Shows other processes that this process has a database open, until `close` or until it dies. */
export interface StoreLock {
  /** Makes this the only open store: no other can be opened until `release`. `unavailable` when others are open. */
  claim(): Promise<StoreClaim>
  close(): void
}

/**
 * Holds a shared lock on the lock file: a read transaction of SQLite on an empty database, which writes nothing and
 * ends with the process. `unavailable` when a process still has the store to itself after `timeout` milliseconds. When
 * the file cannot be made, because the disk is full or the user has no right to, the store opens without a lock.
 */
export async function openStoreLock(
  open: OpenDatabase,
  file: string,
  timeout: number,
): Promise<StoreLock> {
  let client: SqliteClient
  try {
    client = open(lockFileOf(file))
  } catch (error) {
    return withoutLock(error)
  }
  try {
    client.exec('PRAGMA busy_timeout = 0')
    await retryWhileBusy(timeout, () => share(client))
  } catch (error) {
    client.close()
    if (sqliteFailure(error) === 'busy') throw claimed(error)
    return withoutLock(error)
  }
  return {
    async claim() {
      rollBack(client)
      try {
        await retryWhileBusy(timeout, () => client.exec('BEGIN EXCLUSIVE'))
      } catch (error) {
        share(client)
        throw sqliteFailure(error) === 'busy' ? openElsewhere(error) : error
      }
      let isHeld = true
      return {
        async release() {
          if (!isHeld) return
          isHeld = false
          rollBack(client)
          share(client)
        },
      }
    },
    close: () => void client.close(),
  }
}

/** The first read of the transaction takes the lock, which lasts as long as the transaction. */
function share(client: SqliteClient): void {
  client.exec('BEGIN')
  try {
    client.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    rollBack(client)
    throw error
  }
}

function withoutLock(cause: unknown): StoreLock {
  return { claim: () => Promise.reject(openElsewhere(cause)), close: () => {} }
}

function claimed(cause: unknown): StowageError {
  return new StowageError(
    'unavailable',
    'Another process has the store for itself, to move or to restore it. Open it when that has ended.',
    { cause },
  )
}

function openElsewhere(cause: unknown): StowageError {
  return new StowageError(
    'unavailable',
    'The store is open elsewhere, and this must be done by one process alone. Close the others, then try again.',
    { cause },
  )
}
