import { usageError } from '../exit/cli-error.ts'
import type { LocalLocation } from './location.ts'

/** Where to move a store. */
export interface DestinationOptions {
  readonly toDirectory?: string
  readonly toPostgres?: string
  readonly toS3?: string
}

/** What moves: both halves of a store, or one. */
export interface Move {
  readonly to: LocalLocation
  readonly movesRecords: boolean
  readonly movesFiles: boolean
}

/**
 * The move that the options ask for. A half without an option stays where it is; a folder takes each half that has no
 * other destination.
 */
export function moveOf(from: LocalLocation, options: DestinationOptions): Move {
  const { toDirectory, toPostgres, toS3 } = options
  if (toDirectory === undefined && toPostgres === undefined && toS3 === undefined) {
    throw usageError('Say where to: --to-directory, --to-postgres, --to-s3.')
  }
  if (toDirectory !== undefined && toPostgres !== undefined && toS3 !== undefined) {
    throw usageError('--to-postgres and --to-s3 leave nothing for --to-directory. Leave it out.')
  }
  const isFolder = toDirectory !== undefined
  return {
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
}
