import { checkOptions, type MigratableMetadata, required, type Transfer } from '@stowage/core/ports'
import { immovable, metadataStore } from '../options/move-checks.ts'

/**
 * Gives up a migration of records. `from` stops recording changes, forgets those that it has, and takes writes
 * again. Any process may call it, also when the one that ran the migration is gone. Without a migration it does
 * nothing. What `to` holds is of no use then: begin again with an empty database.
 *
 * `invalid_argument` when the records have moved already, or cannot leave this database. `unavailable` when writes
 * left no gap, or the database fails: call it again.
 */
export async function abandonMigration(options: {
  readonly from: { readonly transfer: Pick<Transfer, 'source'> }
}): Promise<void> {
  checkOptions<typeof options>('abandonMigration', options, { from: required(metadataStore) })
  const source = (options.from as Partial<MigratableMetadata>).transfer?.source
  if (source === undefined) {
    throw immovable('from')
  }
  await source.stop()
}
