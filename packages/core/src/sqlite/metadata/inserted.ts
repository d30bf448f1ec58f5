import type { Asset } from '../../model/asset.ts'
import type { Inserted, InsertRequest, NewAsset } from '../../ports/asset-records.ts'
import { duplicateRecords } from '../../ports/insert-content.ts'
import type { PartlyInserted } from '../assets/asset-writes.ts'

/** The answer of `AssetRecords.insert`, of what the writer answered. */
export function insertedOf(
  { tenant, assets }: InsertRequest,
  written: number | readonly string[] | PartlyInserted,
): Inserted {
  if (typeof written === 'number') {
    return { assets: recordsOf(tenant, assets, written), replayOf: null }
  }
  if (!('firstSeq' in written)) return { assets: [], replayOf: written }
  const { firstSeq, duplicateOf } = written
  const fresh = assets.filter((_, index) => duplicateOf[index] === null)
  const inserted = recordsOf(tenant, fresh, firstSeq)
  return {
    assets: inserted,
    replayOf: null,
    duplicateOf: duplicateRecords(duplicateOf, inserted),
  }
}

function recordsOf(
  tenant: string,
  assets: readonly NewAsset[],
  firstSeq: number,
): readonly Asset[] {
  return assets.map((asset, index) => {
    const seq = firstSeq + index
    const own = { tenant, seq, updatedAt: asset.createdAt, trashedAt: null, pendingUntil: null }
    return Object.assign({}, asset, own)
  })
}
