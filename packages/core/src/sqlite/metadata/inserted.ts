import type { AssetRecord, Timestamp } from '../../assets/asset.ts'
import type { Inserted, InsertRequest, NewAsset } from '../../assets/insert-request.ts'
import { timedAsset } from '../../assets/timed-asset.ts'
import { duplicateRecords } from '../../duplicates/insert-content.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { InsertedRows } from '../assets/asset-writes.ts'

/** The result of `AssetRecords.insert`, made from the writer's reply. */
export function insertedOf(
  { tenant, assets }: InsertRequest,
  written: InsertedRows | readonly string[],
): Inserted {
  if (!('firstSeq' in written)) return { assets: [], replayOf: written }
  const { firstSeq, at, pendingUntil, duplicateOf } = written
  const place = { tenant, firstSeq, at, pendingUntil }
  if (duplicateOf === null) return { assets: recordsOf(assets, place), replayOf: null }
  const fresh = assets.filter((_, index) => duplicateOf[index] === null)
  const inserted = recordsOf(fresh, place)
  return {
    assets: inserted,
    replayOf: null,
    duplicateOf: duplicateRecords(duplicateOf, inserted),
  }
}

function recordsOf(
  assets: readonly NewAsset[],
  {
    tenant,
    firstSeq,
    at,
    pendingUntil,
  }: {
    readonly tenant: string
    readonly firstSeq: number
    readonly at: Micros
    readonly pendingUntil: Timestamp | null
  },
): readonly AssetRecord[] {
  return assets.map((asset, index) => {
    const own = {
      tenant,
      seq: firstSeq + index,
      trashedAt: asset.trashedAt ?? null,
      pendingUntil,
    }
    return Object.assign(timedAsset(asset, at, index), own)
  })
}
