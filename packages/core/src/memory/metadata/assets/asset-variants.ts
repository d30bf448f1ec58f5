import type { AssetRecord } from '../../../assets/asset.ts'
import { withoutVariants, withVariants } from '../../../assets/asset-changes.ts'
import type { AssetRecords } from '../../../assets/asset-records.ts'
import { assetNotFound } from '../../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../../errors/own-data-errors.ts'
import { addMillis, formatTimestamp } from '../../../time/timestamp.ts'
import type { MemoryBlobLedger } from '../blob-ledger.ts'
import type { MemoryContext } from '../context.ts'
import type { AssetLookup } from './asset-lookup.ts'

/** The variants of assets, and the blobs that they take over and release. */
export type MemoryAssetVariants = Pick<AssetRecords, 'addVariants' | 'removeVariants'>

export function createAssetVariants(
  { clock, assertWritable }: MemoryContext,
  {
    assets,
    lookup,
    blobs,
  }: {
    /** By id. */
    readonly assets: Map<string, AssetRecord>
    readonly lookup: AssetLookup
    readonly blobs: MemoryBlobLedger
  },
): MemoryAssetVariants {
  return {
    async addVariants(request) {
      assertWritable()
      const { tenant, id, variants, madeOf, replaces } = request
      const asset = lookup.find(tenant, id)
      if (asset === null || asset.trashedAt !== null) throw assetNotFound([id])
      if (madeOf !== undefined && madeOf !== asset.blobKey) throw changedMeanwhile()
      const { asset: changed, taken } = withVariants(asset, request)
      const blobKeys = variants.map(({ blobKey }) => blobKey)
      blobs.assertReserved(blobKeys)
      blobs.take(blobKeys)
      assets.set(id, changed)
      const due = addMillis(clock(), replaces?.grace ?? 0)
      if (taken.length > 0) blobs.addClaims({ tenant, keys: taken }, formatTimestamp(due))
      return changed
    },

    async removeVariants({ tenant, id, blobKeys }) {
      assertWritable()
      const before = lookup.find(tenant, id)
      if (before === null) throw assetNotFound([id])
      const { asset, taken } = withoutVariants(before, blobKeys)
      assets.set(id, asset)
      blobs.addClaims({ tenant, keys: taken }, formatTimestamp(clock()))
      return asset
    },
  }
}
