import type { StoreLocation } from '@stowage/core'
import { checkOptions, type MigratableMetadata, partsOf } from '@stowage/core/internal'
import { stopMigration } from '../records/stop-migration.ts'
import { assertThere, LOCATION } from './migrate.ts'

/**
 * Gives up a migration of records. `from` stops recording changes, forgets those that it has, and takes writes again.
 * Any process may call it, even when the one that ran the migration is gone. Without a migration it does nothing. What
 * `to` holds is then useless: start again with an empty database.
 *
 * `invalid_argument` when the records have moved already, or cannot leave this database. `unavailable` when writes left
 * no gap, or the database fails: call it again. Otherwise rejects like `openAssetStore`.
 */
export async function abandonMigration(options: { readonly from: StoreLocation }): Promise<void> {
  checkOptions<typeof options>('abandonMigration', options, { from: LOCATION })
  const from = partsOf(options.from)
  await assertThere(from)
  const records = await from.records.open()
  try {
    await stopMigration(records as MigratableMetadata)
  } finally {
    await records.close()
  }
}
