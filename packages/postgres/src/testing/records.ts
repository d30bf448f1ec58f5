import { formatTimestamp, type MetadataStore, type NewAsset, type Timestamp } from '@stowage/core'
import { newAsset } from '@stowage/core/testing'

export const tenant = 'default'

const EPOCH = Date.UTC(2026, 0, 1) * 1000

/** So many seconds after the first of January 2026. */
export function at(seconds: number): Timestamp {
  return formatTimestamp(EPOCH + seconds * 1_000_000)
}

/** When reservations of tests fall due. */
export const later: Timestamp = at(3600)

/** A record whose blob key is reserved. */
export async function reservedAsset(
  metadata: MetadataStore,
  overrides: Partial<NewAsset> = {},
): Promise<NewAsset> {
  const asset = newAsset(overrides)
  await metadata.reserve([asset.blobKey], later)
  return asset
}
