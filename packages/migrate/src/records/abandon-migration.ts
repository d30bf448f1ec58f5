import { invalidArgument, type MigratableMetadata, type Transfer } from '@stowage/core/ports'

/**
 * Gives up a migration of records: `from` records no changes any more, forgets those that it has, and takes
 * writes again if they were refused. Any process may call it, whether or not the one that ran the migration is
 * still there; without a migration it does nothing. What `to` holds by then is of no use: begin again with an
 * empty database.
 *
 * `invalid_argument` when the records have moved already, or cannot be moved away from this database at all.
 * `unavailable` when writes left no gap, or the database fails: call it again.
 */
export async function abandonMigration({
  from,
}: {
  readonly from: { readonly transfer: Pick<Transfer, 'source'> }
}): Promise<void> {
  const source = (from as Partial<MigratableMetadata>).transfer?.source
  if (source === undefined) {
    throw invalidArgument('from', 'Records cannot be moved away from this database.')
  }
  await source.stop()
}
