import { invalidArgument } from '@stowage/core/internal'
import { type MetadataMove, transferOf } from './switching-metadata.ts'

/**
 * `invalid_argument` unless `to` is empty, or was filled by an earlier run of the same move. Runs before anything is
 * copied, so that a wrong database is found at once. `receive` of the port checks again.
 */
export async function assertFillable(move: MetadataMove): Promise<void> {
  const { source, target } = transferOf(move)
  const progress = await target.progress()
  if (progress === null) {
    if (await target.isEmpty()) return
    throw invalidArgument('to', 'The new database is not empty. Choose an empty one.')
  }
  if (progress.id !== (await source.state()).id) throw filledFromAnother()
}

/** `invalid_argument`: `to` holds records from another move, or from one that was given up. */
export function filledFromAnother(): Error {
  return invalidArgument('to', 'This database was filled from another one. Choose an empty one.')
}
