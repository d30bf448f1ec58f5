import type { AssetStore, Imported } from '@stowage/core'
import type { ImportEntry } from '../entries/entry.ts'

/** Attaches a file to the records that it belonged to. What is attached already stays where it is. */
export async function attachToOwners(
  store: AssetStore,
  { owners = [] }: ImportEntry,
  { asset }: Imported,
): Promise<void> {
  if (asset.trashedAt !== null) return
  for (const owner of owners) await store.owners.attach(asset.id, owner)
}
