import type { NewAsset } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { newAsset } from '@stowage/testing'

export const tenant = 'default'

/** Longer than any test takes. */
export const lasting: { readonly lifetime: number } = { lifetime: 3_600_000 }

/** A record whose blob key is reserved. */
export async function reservedAsset(
  metadata: MetadataStore,
  overrides: Partial<NewAsset> = {},
): Promise<NewAsset> {
  const asset = newAsset(overrides)
  await metadata.blobs.reserve([asset.blobKey], lasting)
  return asset
}
