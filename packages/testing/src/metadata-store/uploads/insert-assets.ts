import type { Asset } from '@stowage/core'
import { blobKeysOf, type InsertRequest, type NewAsset } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { HOUR } from '../fixture.ts'

/** Reserves and inserts assets that no upload becomes. */
export async function insertAssets(
  metadata: MetadataStore,
  assets: readonly NewAsset[],
  extras: Partial<InsertRequest> = {},
): Promise<readonly Asset[]> {
  await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
  const request = { tenant: 'default', assets, keyId: null, quota: null, ...extras }
  return (await metadata.assets.insert(request)).assets
}
