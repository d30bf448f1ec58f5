import { purgeRefusal } from '../../errors/metadata-errors.ts'
import type { Asset } from '../../model/asset.ts'
import { retentionEnd } from '../../model/sweep-record.ts'
import { addMillis, formatTimestamp, type Micros } from '../../model/timestamp.ts'
import type { AssetRecords } from '../../ports/asset-records.ts'
import type { MemoryTombstones } from './tombstones.ts'

/** What decides which records a purge deletes. */
interface PurgeFacts {
  readonly assets: ReadonlyMap<string, Asset>
  readonly tombstones: MemoryTombstones
  /** When a sweep last trusted its clock; `null` when none did. */
  readonly trusted: Micros | null
  readonly now: Micros
}

/** The records that `AssetRecords.purge` deletes. `asset_not_found` or `not_trashed` */
export function assetsToPurge(
  request: Parameters<AssetRecords['purge']>[0],
  { assets, tombstones, trusted, now }: PurgeFacts,
): readonly Asset[] {
  if (!('ids' in request)) {
    const { trashedFor, limit } = request
    const end = retentionEnd(trusted, now, trashedFor)
    if (end === null) return []
    const trashedBefore = formatTimestamp(end)
    return [...assets.values()]
      .filter(({ trashedAt }) => trashedAt !== null && trashedAt < trashedBefore)
      .sort((a, b) => ((a.trashedAt ?? '') < (b.trashedAt ?? '') ? -1 : 1))
      .slice(0, limit)
  }
  const { tenant, ids, doneWithin } = request
  const doneSince = formatTimestamp(addMillis(now, -doneWithin))
  const isTenants = (id: string): boolean => assets.get(id)?.tenant === tenant
  const known = ids.filter(isTenants).flatMap((id) => assets.get(id) ?? [])
  const unknown = ids.filter((id) => !isTenants(id) && !tombstones.hasSince(tenant, id, doneSince))
  const untrashed = known.filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id)
  const refusal = purgeRefusal(unknown, untrashed)
  if (refusal !== null) throw refusal
  return known
}
