import type { AssetRecord } from '../../../assets/asset.ts'
import type { AssetRecords } from '../../../assets/asset-records.ts'
import { isInScope } from '../../../assets/asset-scope.ts'
import { purgeRefusal } from '../../../errors/metadata-errors.ts'
import {
  pendingExpiry,
  retentionEnd,
  type TrustedSweeps,
} from '../../../maintenance/sweep-record.ts'
import { addMillis, formatTimestamp, type Micros } from '../../../time/timestamp.ts'
import type { MemoryTombstones } from '../tombstones.ts'

/** What decides which records a purge deletes. */
interface PurgeFacts {
  readonly assets: ReadonlyMap<string, AssetRecord>
  readonly tombstones: MemoryTombstones
  /** The sweeps that trusted their clock; `null` when none did. */
  readonly trusted: TrustedSweeps | null
  readonly now: Micros
}

/** The records that `AssetRecords.purge` deletes. `asset_not_found` or `not_trashed` */
export function assetsToPurge(
  request: Parameters<AssetRecords['purge']>[0],
  { assets, tombstones, trusted, now }: PurgeFacts,
): readonly AssetRecord[] {
  if (!('ids' in request)) {
    const isExpired = 'expired' in request
    const end = isExpired
      ? pendingExpiry(trusted, now)
      : retentionEnd(trusted, now, request.trashedFor)
    if (end === null) return []
    const old = longestBefore([...assets.values()], isExpired ? 'pendingUntil' : 'trashedAt', end)
    return old.slice(0, request.limit)
  }
  const { tenant, ids, scope, doneWithin } = request
  const doneSince = formatTimestamp(addMillis(now, -doneWithin))
  const known = ids
    .flatMap((id) => assets.get(id) ?? [])
    .filter((asset) => asset.tenant === tenant && isInScope(asset, scope))
  const found = new Set(known.map(({ id }) => id))
  const wasPurged = (id: string): boolean => {
    const purged = tombstones.since(tenant, id, doneSince)
    return purged !== null && isInScope(purged, scope)
  }
  const unknown = ids.filter((id) => !found.has(id) && !wasPurged(id))
  const untrashed = known.filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id)
  const refusal = purgeRefusal(unknown, untrashed)
  if (refusal !== null) throw refusal
  return known
}

/** Assets whose time of this name is before `end`, the earliest first. */
function longestBefore(
  assets: readonly AssetRecord[],
  name: 'trashedAt' | 'pendingUntil',
  end: Micros,
): readonly AssetRecord[] {
  const before = formatTimestamp(end)
  const timed = assets.flatMap((asset) => {
    const time = asset[name]
    return time !== null && time < before ? [{ asset, time }] : []
  })
  return timed.sort((a, b) => (a.time < b.time ? -1 : 1)).map(({ asset }) => asset)
}
