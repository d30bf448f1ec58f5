import { type AssetRecord, blobKeysOf } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { assetNotFound } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { scanPending, versionNotFound } from '../../errors/version-errors.ts'
import { hasExpired, trashTime, versionExpiry } from '../../maintenance/sweep-record.ts'
import { addMillis, formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import { quotaRefusal } from '../../usage/quota.ts'
import {
  contentOfVersion,
  hasContent,
  MAX_VERSIONS,
  type NewContent,
  replacedVersion,
  type VersionRecord,
  variantKeysOf,
  withContent,
} from '../../versions/asset-version.ts'
import type { ContentChange, VersionRecords } from '../../versions/version-records.ts'
import type { MemoryApiKeys } from './api-keys.ts'
import type { MemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryUploads } from './uploads.ts'
import { sumOf } from './usage.ts'

interface VersionNeighbours {
  /** By id. */
  readonly assets: Map<string, AssetRecord>
  /** By id. */
  readonly versions: Map<string, VersionRecord>
  readonly keys: MemoryApiKeys
  readonly blobs: MemoryBlobLedger
  readonly sweeps: MemorySweeps
  readonly uploads: Pick<MemoryUploads, 'othersOf'>
}

/** Bytes of all versions of a tenant. */
export function versionBytes(versions: ReadonlyMap<string, VersionRecord>, tenant: string): number {
  return [...versions.values()].reduce(
    (sum, version) => (version.tenant === tenant ? sum + version.size : sum),
    0,
  )
}

/** The contents that assets of a memory store had. */
export function createMemoryVersions(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { assets, versions, keys, blobs, sweeps, uploads }: VersionNeighbours,
): VersionRecords {
  function assetToChange(request: ContentChange): AssetRecord {
    const { tenant, id, scope } = request
    const asset = assets.get(id)
    const isThere = asset?.tenant === tenant && asset.trashedAt === null
    if (!isThere || !isInScope(asset, scope)) throw assetNotFound([id])
    if (!isAsExpected(asset, request.ifMatch)) throw changedMeanwhile()
    if (asset.status === 'processing') throw scanPending()
    return asset
  }

  /** The most recently replaced version first. */
  function versionsOf(assetId: string): readonly VersionRecord[] {
    const order = ({ replacedAt, id }: VersionRecord): string => `${replacedAt} ${id}`
    return [...versions.values()]
      .filter((version) => version.assetId === assetId)
      .sort((a, b) => (order(a) < order(b) ? 1 : -1))
  }

  function setContent(
    before: AssetRecord,
    content: NewContent,
    { version, grace }: ContentChange,
  ): AssetRecord {
    const now = clock()
    const due = formatTimestamp(addMillis(now, grace))
    const after = withContent(before, content, now)
    assets.set(after.id, after)
    const { tenant } = before
    blobs.addClaims({ tenant, keys: variantKeysOf(before) }, due)
    if (version.keepFor === 0) blobs.addClaims({ tenant, keys: [before.blobKey] }, due)
    else {
      const at = trashTime(sweeps.trusted(), now)
      versions.set(version.id, replacedVersion(before, version, at))
      for (const oldest of versionsOf(before.id).slice(MAX_VERSIONS)) forget(oldest, due)
    }
    return after
  }

  function forget({ id, tenant, blobKey }: VersionRecord, due: string): void {
    versions.delete(id)
    blobs.addClaims({ tenant, keys: [blobKey] }, due)
  }

  return {
    async replace({ content, keyId, quota, ...request }) {
      assertWritable()
      if (keyId !== null) keys.assertValid(keyId, formatTimestamp(clock()))
      const before = assetToChange(request)
      if (hasContent(before, content)) return { asset: before, changed: false }
      const { tenant, version } = request
      const kept = version.keepFor === 0 ? 0 : before.size
      const leaves = versionsOf(before.id)[MAX_VERSIONS - 1]
      const gone = version.keepFor === 0 ? 0 : (leaves?.size ?? 0)
      const growth = bytesOf(content) - bytesOf(before) + kept - gone
      const ofTenant = [...assets.values()].filter((asset) => asset.tenant === tenant)
      const others = uploads.othersOf(tenant, clock(), null)
      const bytes = sumOf(ofTenant).bytes + versionBytes(versions, tenant) + others.bytes + growth
      const refusal = growth > 0 ? quotaRefusal(quota, { assets: 0, bytes }) : null
      const blobKeys = blobKeysOf(content)
      blobs.assertReserved(blobKeys)
      if (refusal !== null) throw refusal
      blobs.take(blobKeys)
      return { asset: setContent(before, content, request), changed: true }
    },

    async restore({ versionId, ...request }) {
      assertWritable()
      const before = assetToChange(request)
      const version = versions.get(versionId)
      if (version?.assetId !== before.id) throw versionNotFound()
      versions.delete(versionId)
      const content = contentOfVersion(version)
      return { asset: setContent(before, content, request), changed: true }
    },

    async list(assetId) {
      assertOpen()
      return versionsOf(assetId)
    },

    async get(id) {
      assertOpen()
      return versions.get(id) ?? null
    },

    async listAll({ afterId, limit }) {
      assertOpen()
      return [...versions.values()]
        .filter(({ id }) => afterId === null || id > afterId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },

    async prune(which) {
      assertWritable()
      const now = clock()
      const expiry = versionExpiry(sweeps.trusted(), now)
      const gone =
        'ids' in which
          ? which.ids.flatMap((id) => versions.get(id) ?? [])
          : [...versions.values()]
              .filter((version) => expiry !== null && hasExpired(lifeOf(version), expiry))
              .sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
              .slice(0, which.limit)
      for (const version of gone) forget(version, formatTimestamp(now))
      return gone
    },
  }
}

function lifeOf({ replacedAt, expiresAt }: VersionRecord) {
  return { replacedAt: parseTimestamp(replacedAt), expiresAt: parseTimestamp(expiresAt) }
}
