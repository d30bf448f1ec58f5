import { assetsToAttach, type OwnerFieldRequest, type PlacedAsset } from '@stowage/core/internal'
import type { AssetRow } from '../schema/asset-row.ts'

/** `assetsToAttach` of locked rows. */
export function rowsToAttach(
  request: Pick<OwnerFieldRequest, 'ids' | 'uploadedBy'>,
  found: {
    readonly entries: ReadonlyMap<string, AssetRow>
    readonly before: readonly PlacedAsset[]
  },
): readonly AssetRow[] {
  return assetsToAttach(request, {
    ...found,
    isActive: (row) => row.trashed_at === null,
    creatorOf: (row) => row.created_by,
  })
}
