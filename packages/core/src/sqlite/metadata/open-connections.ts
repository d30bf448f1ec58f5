import { StowageError } from '../../errors/stowage-error.ts'
import type { Clock } from '../../time/timestamp.ts'
import { type FileIdentities, rememberFiles } from '../connection/database-files.ts'
import { toStoreError } from '../connection/failure.ts'
import {
  openFirstReadConnection,
  openReadConnection,
  openReadOnlyConnection,
  type ReadConnection,
} from '../connection/read-connection.ts'
import { createReader, type Reader } from '../connection/reader.ts'
import { retryWhileBusy } from '../connection/retry.ts'
import { openStoreLock, type StoreLock } from '../connection/store-lock.ts'
import { logSize } from '../connection/write-ahead-log.ts'
import { openerOf } from '../driver/driver.ts'
import { Writer } from '../writer/writer.ts'
import type { WriterSetup } from '../writer/writer-messages.ts'
import { spawnWriter } from '../writer/writer-thread.ts'

/** Bytes of a log that the first connection recovers within a few milliseconds. */
const SHORT_LOG = 4 * 1024 * 1024

/** Milliseconds. A process that only reads something from a store has ended by then, and needs no thread. */
const START_AFTER = 100

/** What a store does with one database. */
interface Connections {
  readonly reader: Reader
  readonly writer: Pick<Writer, 'write' | 'scrub'>
  /** `null` for a store that only reads. */
  readonly lock: StoreLock | null
  close(): Promise<void>
}

/**
 * Opens a database for reading and writing; makes or migrates it first when needed. This thread opens it, and the
 * writer's thread starts afterwards: starting a thread takes longer than all the rest. When opening may take long, the
 * writer opens the database first.
 */
export async function openConnections(
  setup: WriterSetup,
  clock: Clock | undefined,
): Promise<Connections> {
  const { file, busyTimeout, found } = setup
  const open = openerOf(found)
  let opened: FileIdentities | undefined
  const writer = new Writer(() => spawnWriter({ ...setup, opened }), clock)
  let connection: ReadConnection | null = null
  let lock: StoreLock | null = null
  let reader: Reader
  try {
    if (opensHere(file)) {
      connection = await retryWhileBusy(busyTimeout, () => openFirstReadConnection(open, file))
    }
    // The writer migrates, and its open connection spares the reader any recovery of the log.
    if (connection === null) await writer.start()
    // Only now the file is known to be ours, so that a lock file may be made next to it.
    lock = await openStoreLock(open, file, busyTimeout)
    connection ??= await retryWhileBusy(busyTimeout, () => openReadConnection(open, file))
    opened = rememberFiles(file).identities
    reader = createReader(connection, busyTimeout)
  } catch (error) {
    connection?.close()
    await writer.close()
    lock?.close()
    throw toStoreError(error)
  }
  // A log with content needs the writer, at the latest for its checkpoint on close.
  writer.startLater(logSize(file) > 0 ? 0 : START_AFTER)
  return {
    reader,
    writer,
    lock,
    async close() {
      // The writer closes last, because the last connection runs the checkpoint, which must not block this thread.
      if (logSize(file) > 0) await writer.start().catch(() => {})
      reader.close()
      await writer.close()
      lock?.close()
    },
  }
}

/** For a user who cannot write: every write is refused. */
export async function openReadOnlyConnections({
  file,
  busyTimeout,
  found,
}: WriterSetup): Promise<Connections> {
  const open = openerOf(found)
  try {
    const connection = await retryWhileBusy(busyTimeout, () => openReadOnlyConnection(open, file))
    const reader = createReader(connection, busyTimeout)
    return { reader, writer: refusingWriter, lock: null, close: async () => reader.close() }
  } catch (error) {
    throw toStoreError(error)
  }
}

const refusingWriter: Pick<Writer, 'write' | 'scrub'> = {
  write: () => Promise.reject(openReadOnly()),
  scrub: () => Promise.reject(openReadOnly()),
}

function openReadOnly(): StowageError {
  return new StowageError('unavailable', 'The database is open read-only.')
}

/** Not when the log takes long to recover, nor when this process may start no threads, so that the error comes now. */
function opensHere(file: string): boolean {
  return logSize(file) <= SHORT_LOG && process.permission?.has('worker') !== false
}
