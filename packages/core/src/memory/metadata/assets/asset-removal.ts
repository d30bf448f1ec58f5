import { type AssetRecord, blobKeysOf } from '../../../assets/asset.ts'
import type { Purged } from '../../../assets/asset-records.ts'
import { formatTimestamp, type Micros } from '../../../time/timestamp.ts'
import type { VersionRecord } from '../../../versions/asset-version.ts'
import type { MemoryAttachments } from '../attachments.ts'
import type { MemoryBlobLedger } from '../blob-ledger.ts'
import type { MemoryLeases } from '../leases.ts'
import type { MemoryTombstones } from '../tombstones.ts'

/** Deletes assets of a memory store for good, in the trash or not, and claims their blob keys. */
export type AssetRemoval = (gone: readonly AssetRecord[], now: Micros) => Purged

export function createAssetRemoval({
  assets,
  versions,
  attachments,
  tombstones,
  blobs,
  leases,
}: {
  readonly assets: Map<string, AssetRecord>
  readonly versions: Map<string, VersionRecord>
  readonly attachments: MemoryAttachments
  readonly tombstones: MemoryTombstones
  readonly blobs: MemoryBlobLedger
  readonly leases: MemoryLeases
}): AssetRemoval {
  return (gone, now) => {
    const at = formatTimestamp(now)
    for (const asset of gone) {
      assets.delete(asset.id)
      for (const attachment of attachments.ofAsset(asset.id)) attachments.delete(attachment)
      tombstones.add(asset, at)
      blobs.addClaims({ tenant: asset.tenant, keys: blobKeysOf(asset) }, at)
    }
    const ids = new Set(gone.map(({ id }) => id))
    const left = [...versions.values()].filter(({ assetId }) => ids.has(assetId))
    for (const { id, tenant, blobKey } of left) {
      versions.delete(id)
      blobs.addClaims({ tenant, keys: [blobKey] }, at)
    }
    const versionKeys = left.map(({ blobKey }) => blobKey)
    const held = leases.isHeld(now)
    return { assets: gone, held, ...(versionKeys.length > 0 && { versionKeys }) }
  }
}
