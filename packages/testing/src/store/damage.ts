import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Asset, AssetStore } from '@stowage/core'
import type { BlobStore } from '@stowage/core/ports'
import type { Variant } from '@stowage/core/types'
import { stagedBytes, unusedBlobKey } from '../blob-store/fixtures.ts'
import { newVariant } from '../metadata-store/fixture.ts'
import type { StoreFixture, StorePorts } from './store-fixture.ts'

/** The ports behind the store. For cases that need them. */
export function portsOf({ ports }: StoreFixture): StorePorts {
  assert.ok(ports)
  return ports
}

/** Uploads assets of 1000 random bytes each. */
export function uploadSome(store: AssetStore, count: number): Promise<Asset[]> {
  return Promise.all(Array.from({ length: count }, () => store.upload(randomBytes(1000))))
}

/** Puts other bytes under the key of a blob, as a bad disk or a careless hand would. */
export async function overwrite(blobs: BlobStore, key: string, bytes: Uint8Array): Promise<void> {
  await blobs.delete([key])
  await blobs.put(key, stagedBytes(bytes))
}

/** Gives the asset a variant of 10 random bytes. */
export async function attachVariant(
  { metadata, blobs }: StorePorts,
  asset: Asset,
): Promise<Variant> {
  const file = stagedBytes(randomBytes(10))
  const variant = newVariant({ blobKey: unusedBlobKey(), size: file.size, sha256: file.sha256 })
  const { tenant, id } = asset
  await metadata.blobs.reserve([variant.blobKey], { lifetime: 3_600_000 })
  await blobs.put(variant.blobKey, file)
  await metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
  return variant
}
