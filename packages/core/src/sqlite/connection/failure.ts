import { errorCode } from '../../errors/error-facts.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'
import { toThreadError } from '../../errors/system-errors.ts'

/**
 * The kind of failure that a driver reported. `busy`: another connection holds the lock. `full`: no room on
 * the disk. `unopened`: a file could not be opened or made. `readonly`: a file could not be written.
 * `constraint`: the statement, and nothing else, was undone. `foreign`: the file is not a database.
 */
type SqliteFailure = 'busy' | 'full' | 'unopened' | 'readonly' | 'constraint' | 'foreign' | 'other'

/** Result codes, https://sqlite.org/rescode.html: primary ones, and that of a WAL-index without room. */
const KINDS: Readonly<Record<string, SqliteFailure>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_PROTOCOL: 'busy',
  SQLITE_FULL: 'full',
  SQLITE_IOERR_SHMSIZE: 'full',
  SQLITE_CANTOPEN: 'unopened',
  SQLITE_READONLY: 'readonly',
  SQLITE_CONSTRAINT: 'constraint',
  SQLITE_NOTADB: 'foreign',
  5: 'busy',
  6: 'busy',
  15: 'busy',
  13: 'full',
  4874: 'full',
  14: 'unopened',
  8: 'readonly',
  19: 'constraint',
  26: 'foreign',
}

/** `null` when the error is not SQLite's. */
export function sqliteFailure(error: unknown): SqliteFailure | null {
  const code = errorCode(error)
  if (code === undefined) return null
  // node:sqlite gives the extended result code as a number, better-sqlite3 its name.
  if (code === 'ERR_SQLITE_ERROR') {
    const extended = Number((error as { readonly errcode?: unknown }).errcode ?? 0)
    return KINDS[extended] ?? KINDS[extended & 0xff] ?? 'other'
  }
  const primary = /^SQLITE_[A-Z]+/.exec(code)?.[0]
  return primary === undefined ? null : (KINDS[code] ?? KINDS[primary] ?? 'other')
}

/** The error for callers when a driver's failure left nothing changed. Our own errors stay as they are. */
export function toStoreError(error: unknown): StowageError {
  if (isStowageError(error)) return error
  const options = { cause: error }
  switch (sqliteFailure(error)) {
    case 'full':
      return new StowageError(
        'insufficient_storage',
        'The disk of the database is full. Purge assets, fewer at a time, or give it more room.',
        options,
      )
    case 'readonly':
      return new StowageError(
        'insufficient_storage',
        'The database cannot be written: its file or file system is read-only, or the file was moved. Make it writable, or open the store with `readOnly`.',
        { context: { system: 'EROFS' }, ...options },
      )
    case 'foreign':
      return new StowageError('invalid_argument', 'The file is not a database.', {
        context: { argument: 'file' },
        ...options,
      })
    case 'unopened':
      return new StowageError(
        'unavailable',
        'A file of the database cannot be opened. Raise the limit of open files (ulimit -n, LimitNOFILE of systemd) if the process has as many as it may; else let its user read and write there.',
        options,
      )
    case 'busy':
      return new StowageError('unavailable', 'Another process locks the database.', options)
    case null: {
      // An error of the system, such as a library that got no file descriptor.
      const answered = toThreadError(error)
      return isStowageError(answered) ? answered : unusable(options)
    }
    default:
      return unusable(options)
  }
}

function unusable(options: { readonly cause: unknown }): StowageError {
  return new StowageError(
    'unavailable',
    'The database cannot be used; the cause says why.',
    options,
  )
}
