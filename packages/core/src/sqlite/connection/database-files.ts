import { realpathSync, statSync } from 'node:fs'
import { StowageError } from '../../errors/stowage-error.ts'

/** The files at the path of an open database. */
export interface DatabaseFiles {
  /**
   * Throws `unavailable` when a file was removed or replaced: this process would continue in files that
   * neither another process nor a restart ever finds again.
   */
  assertSame(): void
  /** The identity of each file when last seen, so that another thread can check the same files. */
  readonly identities: FileIdentities
}

/** One for each suffix; `null` for a file that did not exist yet. */
export type FileIdentities = readonly (string | null)[]

/** The database, its log and the log's index. SQLite keeps the latter two as long as any connection is open. */
const ALL = ['', '-wal', '-shm']

/**
 * Remembers the files at the path of a database that was just opened. `suffixes` name the files to check, at
 * one system call each. Default: all.
 */
export function rememberFiles(file: string, suffixes: readonly string[] = ALL): DatabaseFiles {
  return watchFiles(file, suffixes, null)
}

/** The files that another thread has open. Throws `unavailable` when they are no longer at the path. */
export function rememberedFiles(file: string, identities: FileIdentities): DatabaseFiles {
  try {
    const files = watchFiles(file, ALL, identities)
    files.assertSame()
    return files
  } catch (error) {
    throw identityOf(file) === null ? replaced() : error
  }
}

function watchFiles(
  file: string,
  suffixes: readonly string[],
  identities: FileIdentities | null,
): DatabaseFiles {
  const real = realpathSync(file)
  // Log and index are next to the file that a link points to, but the link may later point to another file.
  const files = suffixes.map((suffix) => (suffix === '' ? file : real + suffix))
  const known = identities === null ? files.map(identityOf) : [...identities]

  return {
    identities: known,
    assertSame() {
      for (const [index, path] of files.entries()) {
        const now = identityOf(path)
        if (now !== null && now === (known[index] ?? now)) {
          // The first transaction makes the log.
          known[index] = now
        } else if (now !== null || known[index] !== null) {
          throw replaced()
        }
      }
    },
  }
}

function replaced(): StowageError {
  return new StowageError(
    'unavailable',
    'The database file was removed or replaced while it was open. Put it back, or restart the app.',
  )
}

/** A value that stays the same for the same file; `null` when there is none. */
export function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev}-${stat.ino}`
}
