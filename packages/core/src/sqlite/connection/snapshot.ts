import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SqliteClient } from '../driver/client.ts'

/**
 * The offset of the write and read versions in the header, and their values without a log:
 * https://sqlite.org/fileformat2.html#file_format_version_numbers
 */
const FORMAT_AT = 18
const WITHOUT_LOG = Uint8Array.of(1, 1)

/**
 * Opens a copy of a database whose log is empty, in the system's temporary directory. The copy has no log, so
 * it needs no other files. Its name is removed once it is open, so a crash leaves nothing (on Windows the
 * file stays until the system clears the directory).
 */
export function openCopy(file: string, open: (copy: string) => SqliteClient): SqliteClient {
  const directory = mkdtempSync(path.join(tmpdir(), 'stowage-read-'))
  try {
    const copy = path.join(directory, 'stowage.db')
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    chmodSync(copy, 0o600)
    const fd = openSync(copy, 'r+')
    try {
      writeSync(fd, WITHOUT_LOG, 0, WITHOUT_LOG.length, FORMAT_AT)
    } finally {
      closeSync(fd)
    }
    return open(copy)
  } finally {
    if (process.platform !== 'win32') rmSync(directory, { recursive: true, force: true })
  }
}

/** Whether the log of a database may hold changes. */
export function hasLog(file: string): boolean {
  const log = statSync(`${realpathSync(file)}-wal`, { throwIfNoEntry: false })
  return log !== undefined && log.size > 0
}

/** Differs for every state of a file. */
export function stateOf(file: string): string {
  const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true })
  return [dev, ino, size, mtimeNs].join('-')
}
