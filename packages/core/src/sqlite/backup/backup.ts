import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { startThread } from '../../async/start-thread.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { systemCode, toPortError } from '../../errors/system-errors.ts'
import { FILE_MODE } from '../../filesystem/io/modes.ts'
import { nodeFileSystem } from '../../filesystem/io/node-file-system.ts'
import { syncFile } from '../../filesystem/io/sync-file.ts'
import type { ThreadRole } from '../connection/thread-role.ts'
import workerCode from '../threads/sqlite.worker.ts?worker'
import { fromPlainError, type PlainError } from '../writer/plain-error.ts'
import type { WriterSetup } from '../writer/writer-messages.ts'
import type { BackupSetup } from './backup-setup.ts'

/** The name of every backup, whatever the database is called. */
const NAME = 'stowage.db'
const PARTIAL = /^stowage\.db\.[0-9a-f]{16}\.partial(?:-journal)?$/
/** Milliseconds after which an unfinished, unchanged copy counts as left by a process that died. */
const ABANDONED = 3_600_000
const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY

/** The backups of one store. */
interface Backups {
  /** See `MetadataStore.backup`. `closed` after `close`. */
  write(directory: string, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Waits for the backups under way. Idempotent. */
  close(): Promise<void>
}

/**
 * Copies by `VACUUM INTO`, in a separate thread. That is one read transaction, which in WAL mode blocks
 * neither readers nor writers, and the copy has no free pages. The log cannot shrink meanwhile. An abort
 * takes effect when SQLite is done.
 */
export function createBackups(setup: WriterSetup): Backups {
  const running = new Set<Promise<void>>()
  let open = true

  return {
    async write(directory, { signal } = {}) {
      if (!open) throw storeClosed()
      const backup = backUp(setup, path.resolve(directory), signal)
      running.add(backup)
      try {
        await backup
      } finally {
        running.delete(backup)
      }
    },
    async close() {
      open = false
      await Promise.allSettled(running)
    },
  }
}

async function backUp(
  setup: WriterSetup,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted()
  const target = path.join(directory, `${NAME}.${randomBytes(8).toString('hex')}.partial`)
  try {
    await removeAbandoned(directory)
    await nodeFileSystem.close(await nodeFileSystem.open(target, CREATE, FILE_MODE))
    await copy({ ...setup, target })
    await syncFile(nodeFileSystem, target)
    signal?.throwIfAborted()
    await refuseDatabaseInUse(directory)
    await nodeFileSystem.rename(target, path.join(directory, NAME))
    await nodeFileSystem.syncDirectory(directory)
  } catch (error) {
    await rm(target, { force: true })
    throw toPortError(error)
  }
}

function copy(setup: BackupSetup): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startThread(workerCode, {
      workerData: { role: 'backup' } satisfies ThreadRole,
      name: 'stowage-sqlite-backup',
    })
    worker.postMessage(setup)
    let failure: unknown
    worker.on('message', (error: PlainError) => {
      failure = fromPlainError(error)
    })
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => (failure === undefined ? resolve() : reject(failure)))
  })
}

/**
 * A log next to the older copy means that a program has it open as a database. SQLite would apply that log to
 * the new copy.
 */
async function refuseDatabaseInUse(directory: string): Promise<void> {
  const inUse = (await readdir(directory)).some((name) => /^stowage\.db-(wal|journal)$/.test(name))
  if (!inUse) return
  throw invalidArgument(
    'directory',
    'A store is open in this directory, or was not closed. Choose another one for the backup.',
  )
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!PARTIAL.test(name)) continue
    const file = path.join(directory, name)
    try {
      if ((await stat(file)).mtimeMs < Date.now() - ABANDONED) await rm(file)
    } catch (error) {
      // Finished, or removed by another process.
      if (systemCode(error) !== 'ENOENT') throw error
    }
  }
}
