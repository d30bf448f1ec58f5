import { existsSync } from 'node:fs'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { toPortError } from '../../errors/system-errors.ts'
import type { SqliteClient } from '../driver/client.ts'
import type { OpenDatabase } from '../driver/driver.ts'
import { assertCurrent } from '../schema/migrations.ts'
import { openConnection, openUnlessOlder } from './connection.ts'
import { identityOf, rememberFiles } from './database-files.ts'
import { assertRoomForWalIndex } from './disk-room.ts'
import { sqliteFailure } from './failure.ts'
import { hasLog, openCopy, stateOf } from './snapshot.ts'

/** Milliseconds for which a file counts as the same: to look costs about as much as the read itself. */
const LOOK_EVERY = 100

/** The connection of a reader. */
export interface ReadConnection {
  /**
   * The connection for the next read. Throws `unavailable` once there is none to the file at its path, at the latest
   * 100 ms after that.
   */
  current(): SqliteClient
  close(): void
}

/** A connection of a process that also writes; see `openConnection`. */
export function openReadConnection(open: OpenDatabase, file: string): ReadConnection {
  return readConnection(openConnection(open, file, 0), file)
}

/** The same, but `null` when the database must first be migrated; see `openUnlessOlder`. */
export function openFirstReadConnection(open: OpenDatabase, file: string): ReadConnection | null {
  const client = openUnlessOlder(open, file)
  return client === null ? null : readConnection(client, file)
}

function readConnection(client: SqliteClient, file: string): ReadConnection {
  // A read loses nothing when the log is gone, so checking the database file is enough.
  const files = rememberFiles(file, [''])
  let seen = Number.NEGATIVE_INFINITY
  return {
    current() {
      const now = performance.now()
      if (now - seen >= LOOK_EVERY) {
        files.assertSame()
        seen = now
      }
      return client
    },
    close: () => client.close(),
  }
}

interface Opened {
  readonly client: SqliteClient
  /** Whether it still reads the file at the path. */
  isCurrent(): boolean
}

/**
 * A connection that never writes, for a user who cannot. It sees changes of other processes, and also a
 * database that replaces this one. `invalid_argument` without a database, `database_too_new`, `unavailable`
 * when its schema is older than this release.
 */
export function openReadOnlyConnection(open: OpenDatabase, file: string): ReadConnection {
  let opened: Opened | null = openOnce(open, file)
  return {
    current() {
      if (opened?.isCurrent()) return opened.client
      opened?.client.close()
      opened = null
      opened = openOnce(open, file)
      return opened.client
    },
    close: () => opened?.client.close(),
  }
}

function openOnce(open: OpenDatabase, file: string): Opened {
  if (!existsSync(file)) {
    throw invalidArgument('file', 'There is no database to read, and `readOnly` makes none.')
  }
  try {
    return openInPlace(open, file)
  } catch (error) {
    if (!['unopened', 'readonly'].includes(sqliteFailure(error) ?? '')) throw error
    // Without a log there are no writers, and the file is complete. But SQLite needs an index of the log,
    // which this user cannot make.
    if (!hasLog(file)) return openApart(open, file)
    throw new StowageError(
      'unavailable',
      'The database has changes in its log that this user cannot read. Let the log be readable, or let a ' +
        'process that can write open the store once.',
      { cause: error },
    )
  }
}

function openInPlace(open: OpenDatabase, file: string): Opened {
  assertRoomForWalIndex(file)
  const client = checked(open(file, { readOnly: true }))
  const identity = identityOf(file)
  return { client, isCurrent: () => identityOf(file) === identity }
}

function openApart(open: OpenDatabase, file: string): Opened {
  try {
    const state = stateOf(file)
    const client = openCopy(file, (copy) => checked(open(copy, { readOnly: true })))
    const isCurrent = () => !hasLog(file) && stateOf(file) === state
    if (isCurrent()) return { client, isCurrent }
    client.close()
  } catch (error) {
    throw toPortError(error)
  }
  throw new StowageError('unavailable', 'The database changed while it was opened. Try again.')
}

function checked(client: SqliteClient): SqliteClient {
  try {
    client.exec('PRAGMA busy_timeout = 0')
    assertCurrent(client)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
