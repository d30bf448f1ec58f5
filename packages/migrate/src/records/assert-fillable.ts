import { invalidArgument } from '@stowage/core/internal'
import { type MetadataMove, transferOf } from './switching-metadata.ts'

const HOW_TO_EMPTY =
  'Choose an empty one, or empty this one if nothing needs it: in PostgreSQL with DROP SCHEMA stowage CASCADE ' +
  '(or the name of your schema), in SQLite by deleting the files of the database.'

/**
 * `invalid_argument` unless `to` is empty, or was filled by an earlier run of the same move. Runs before anything is
 * copied, so that a wrong database is found at once. `receive` of the port checks again.
 */
export async function assertFillable(move: MetadataMove): Promise<void> {
  const { source, target } = transferOf(move)
  const progress = await target.progress()
  if (progress === null) {
    if (await target.isEmpty()) return
    throw invalidArgument('to', `The new database is not empty. ${HOW_TO_EMPTY}`)
  }
  if (progress.id !== (await source.state()).id) throw filledFromAnother()
}

/** `invalid_argument`: `to` holds records from another move, or from one that was given up. */
export function filledFromAnother(): Error {
  return invalidArgument('to', `This database was filled from another one. ${HOW_TO_EMPTY}`)
}

/**
 * Begins to record the changes of `from`, and resolves to the id of the recording. `invalid_argument` when `to` has the
 * same one, because both are one database: then this ends a recording that it has begun, and nothing has changed.
 */
export async function recordApart({ from, to }: MetadataMove): Promise<string> {
  const { source } = from.transfer
  const before = await source.state()
  const id = await source.record()
  if ((await to.transfer.source.state()).id !== id) return id
  if (before.id === null) await source.stop()
  throw invalidArgument('to', 'The records are in this database already. Name another one.')
}
