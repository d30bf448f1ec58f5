import { realpathSync, statSync } from 'node:fs'
import { StowageError } from '../../errors/stowage-error.ts'

/** The files of an open database, as they lie at its path. */
export interface DatabaseFiles {
  /**
   * Throws `unavailable` when one of them was removed or replaced: this process would go on in files that no
   * other process, and not this one after a restart, ever finds again.
   */
  assertSame(): void
  /** What each file was when it was seen last, for another thread to go on with. */
  readonly identities: FileIdentities
}

/** One for each suffix; `null` for a file that was not there yet. */
export type FileIdentities = readonly (string | null)[]

/** The database, its log and the log's index. SQLite keeps those for as long as any connection is open. */
const ALL = ['', '-wal', '-shm']

/**
 * Remembers the files at the path of a database that was just opened. `suffixes` name the files to check, at
 * one system call each. Default: all.
 */
export function rememberFiles(file: string, suffixes: readonly string[] = ALL): DatabaseFiles {
  return watchFiles(file, suffixes, null)
}

/** The files that another thread has open. Throws `unavailable` when they are not at the path any more. */
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
  // Log and index lie beside the file that a link leads to, but the link may come to lead to another one.
  const files = suffixes.map((suffix) => (suffix === '' ? file : real + suffix))
  const known = identities === null ? files.map(identityOf) : [...identities]

  return {
    identities: known,
    assertSame() {
      for (const [index, path] of files.entries()) {
        const now = identityOf(path)
        if (now !== null && now === (known[index] ?? now)) {
          // A log is made with the first transaction.
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

/** What stays the same as long as it is the same file; `null` when there is none. */
export function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev}-${stat.ino}`
}
