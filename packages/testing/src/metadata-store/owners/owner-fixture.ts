import type { Asset, OwnerField } from '@stowage/core'
import type { MetadataStore } from '@stowage/core/ports'
import { newAsset, stored } from '../fixture.ts'

/** The field `files` of a post of the tenant `default`. */
export function post(id: string, field = 'files'): Required<OwnerField> {
  return { type: 'post', id, field }
}

/** Stores this many records of the tenant `default`. */
export function storedMany(metadata: MetadataStore, count: number): Promise<readonly Asset[]> {
  return stored(
    metadata,
    Array.from({ length: count }, () => newAsset()),
  )
}

/** Attaches assets of the tenant `default`. */
export async function attached(
  metadata: MetadataStore,
  ids: readonly string[],
  owner: Required<OwnerField>,
): Promise<readonly Asset[]> {
  return (await metadata.owners.attach({ tenant: 'default', ids, owner })).assets
}

/** Ids of the assets in a field of the tenant `default`. */
export async function attachedIds(
  metadata: MetadataStore,
  owner: Required<OwnerField>,
): Promise<readonly string[]> {
  return (await metadata.owners.list({ tenant: 'default', owner })).map(({ id }) => id)
}
