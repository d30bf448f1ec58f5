import { usageError } from '../exit/cli-error.ts'
import type { Io } from '../io/io.ts'
import type { LocalLocation } from './location.ts'
import { staysInPlace } from './same-location.ts'

/** Where to move a store. */
export interface DestinationOptions {
  readonly toDirectory?: string
  readonly toPostgres?: string
  readonly toS3?: string
}

/** The environment variable that stands in for `--to-postgres`, whose value may hold a password. */
const TO_POSTGRES = 'STOWAGE_TO_POSTGRES'

/** What moves: both halves of a store, or one. */
export interface Move {
  readonly to: LocalLocation
  readonly movesRecords: boolean
  readonly movesFiles: boolean
}

/**
 * The move that the options and the environment ask for. A half without an option stays where it is; a folder takes
 * each half that has no other destination. A usage error when a half would move to where it is.
 */
export function moveOf(from: LocalLocation, given: DestinationOptions, env: Io['env']): Move {
  const { toDirectory, toS3 } = given
  const toPostgres = given.toPostgres ?? databaseOf(given, env)
  if (toDirectory === undefined && toPostgres === undefined && toS3 === undefined) {
    throw usageError('Say where to: --to-directory, --to-postgres, --to-s3.')
  }
  if (toDirectory !== undefined && toPostgres !== undefined && toS3 !== undefined) {
    throw usageError('--to-postgres and --to-s3 leave nothing for --to-directory. Leave it out.')
  }
  const isFolder = toDirectory !== undefined
  const move: Move = {
    to: {
      kind: 'local',
      directory: toDirectory ?? from.directory,
      isDirectoryGiven: isFolder || from.isDirectoryGiven,
      postgres: toPostgres ?? (isFolder ? undefined : from.postgres),
      s3: toS3 ?? (isFolder ? undefined : from.s3),
      tenant: undefined,
    },
    movesRecords: isFolder || toPostgres !== undefined,
    movesFiles: isFolder || toS3 !== undefined,
  }
  assertMoves(from, move)
  return move
}

/** Options win: when they name a destination for both halves, the environment adds none. */
function databaseOf({ toDirectory, toS3 }: DestinationOptions, env: Io['env']): string | undefined {
  const isComplete = toDirectory !== undefined && toS3 !== undefined
  return isComplete ? undefined : env[TO_POSTGRES] || undefined
}

/** What names the old place of a half, and its new one. */
const FOLDERS = ['-d, STOWAGE_DIRECTORY or the default ./media', '--to-directory'] as const
const DATABASES = ['--postgres or STOWAGE_POSTGRES', `--to-postgres or ${TO_POSTGRES}`] as const
const BUCKETS = ['--s3 or STOWAGE_S3', '--to-s3'] as const

function assertMoves(from: LocalLocation, { to, movesRecords, movesFiles }: Move): void {
  const stays = staysInPlace(from, to)
  if (movesRecords && stays.records) {
    throw alreadyThere('records', from.postgres === undefined ? FOLDERS : DATABASES)
  }
  if (movesFiles && stays.files) {
    throw alreadyThere('files', from.s3 === undefined ? FOLDERS : BUCKETS)
  }
}

function alreadyThere(half: string, [source, option]: readonly [string, string]): Error {
  return usageError(
    `The ${half} would move to where they are. Either ${option} must name another place, or ${source} must name the old one.`,
  )
}
