import type { AssetRecord } from '@stowage/core/internal'
import {
  assetNotFound,
  blobKeysOf,
  bytesOf,
  CONTENT_ENTRIES,
  type ContentChange,
  changedMeanwhile,
  contentOfVersion,
  hasContent,
  isAsExpected,
  MAX_VERSIONS,
  type NewContent,
  parseTimestamp,
  type Quota,
  quotaRefusal,
  type Replaced,
  replacedVersion,
  reservationLost,
  scanPending,
  trashTime,
  type VersionRecords,
  variantKeysOf,
  versionNotFound,
  withContent,
} from '@stowage/core/internal'
import { addClaims, consumeReservationsCte, lockReserved } from '../blobs/blob-keys.ts'
import type { Sql } from '../connection/database.ts'
import { assertKeyValid } from '../keys/key-records.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { countedUploads } from '../resumable/upload-reads.ts'
import { isUuid } from '../schema/asset-id.ts'
import { type AssetRow, assetOfRow, settingsOf, valuesOf } from '../schema/asset-row.ts'
import { termsVector } from '../schema/terms.ts'
import { grow, lockTenant } from '../tenants/tenants.ts'
import { deleteVersions } from '../versions/forget-versions.ts'
import { versionRows } from '../versions/version-reads.ts'
import { INSERT_VERSIONS, rowOfVersion, versionOfRow } from '../versions/version-row.ts'
import { lockRow } from './asset-locks.ts'
import { replaced } from './asset-writes.ts'

const UPDATE_CONTENT = `UPDATE $schema.assets
  SET terms = $2::tsvector, updated_at = $3, ${settingsOf(CONTENT_ENTRIES, 4)} WHERE id = $1`

/** `VersionRecords.replace` */
export async function replaceContent(
  sql: Sql,
  request: Parameters<VersionRecords['replace']>[0],
): Promise<Replaced> {
  const { content, keyId } = request
  const keys = blobKeysOf(content)
  const reserved = await lockReserved(sql, keys)
  const { row, asset } = await lockToReplace(sql, request)
  // Last, as in `insertBatch`: a revocation waits only for the commit.
  if (keyId !== null) await assertKeyValid(sql, keyId)
  if (hasContent(asset, content)) return { asset, changed: false }
  const distinct = new Set(keys).size === keys.length
  if (!distinct || !keys.every((key) => reserved.has(key))) throw reservationLost()
  await sql(`WITH ${consumeReservationsCte('$1')} SELECT`, [keys])
  return { asset: await setContent(sql, row, content, { freed: 0, ...request }), changed: true }
}

/** `VersionRecords.restore` */
export async function restoreVersion(
  sql: Sql,
  request: Parameters<VersionRecords['restore']>[0],
): Promise<Replaced> {
  const { row } = await lockToReplace(sql, request)
  const { versionId } = request
  const [version] = isUuid(versionId) ? await versionRows(sql, row.id, versionId) : []
  if (version === undefined) throw versionNotFound()
  await deleteVersions(sql, [version.id])
  const content = contentOfVersion(versionOfRow(version))
  const change = { quota: null, freed: version.size, ...request }
  return { asset: await setContent(sql, row, content, change), changed: true }
}

/** Locks the tenant and the asset: every change of a tenant's versions holds the lock of its row. */
async function lockToReplace(
  sql: Sql,
  { tenant, id, scope, ifMatch }: ContentChange,
): Promise<{ readonly row: AssetRow; readonly asset: AssetRecord }> {
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id, scope)
  if (row === null || row.trashed_at !== null) throw assetNotFound([id])
  const asset = assetOfRow(row)
  if (!isAsExpected(asset, ifMatch)) throw changedMeanwhile()
  if (asset.status === 'processing') throw scanPending()
  return { row, asset }
}

/**
 * Gives the asset other content, whose blobs it has already taken over. The old content becomes a version or is to
 * be deleted. `freed`: bytes of a version that was restored.
 */
async function setContent(
  sql: Sql,
  row: AssetRow,
  content: NewContent,
  {
    version,
    grace,
    quota,
    freed,
  }: ContentChange & { readonly quota: Quota | null; readonly freed: number },
): Promise<AssetRecord> {
  const { now, trusted } = await timeAndSweeps(sql)
  const { tenant_id: tenantId } = row
  const before = assetOfRow(row)
  const after = withContent(before, content, now)
  const unused = variantKeysOf(before)
  let growth = bytesOf(after) - bytesOf(before) - freed
  if (version.keepFor === 0) unused.push(before.blobKey)
  else {
    const kept = replacedVersion(before, version, trashTime(trusted, now))
    await sql(INSERT_VERSIONS, [JSON.stringify([rowOfVersion(kept, tenantId)])])
    const oldest = (await versionRows(sql, row.id)).slice(MAX_VERSIONS)
    if (oldest.length > 0) {
      await deleteVersions(
        sql,
        oldest.map(({ id }) => id),
      )
    }
    unused.push(...oldest.map(({ blob_key: key }) => key))
    growth += before.size - oldest.reduce((sum, { size }) => sum + size, 0)
  }
  await addClaims(sql, [{ tenantId, keys: unused }], grace)
  await sql(UPDATE_CONTENT, [
    after.id,
    termsVector(tenantId, after),
    parseTimestamp(after.updatedAt),
    ...valuesOf(after, CONTENT_ENTRIES),
  ])
  await grow(sql, {
    counts: replaced(row, before, after),
    bytes: new Map([[tenantId, growth]]),
  })
  if (growth > 0 && quota !== null) await assertQuota(sql, tenantId, quota)
  return after
}

async function assertQuota(sql: Sql, tenantId: number, quota: Quota): Promise<void> {
  const [tenant] = await sql<{ bytes: number }>('SELECT bytes FROM $schema.tenants WHERE id = $1', [
    tenantId,
  ])
  const others = await countedUploads(sql, tenantId, [])
  const refusal = quotaRefusal(quota, { assets: 0, bytes: (tenant?.bytes ?? 0) + others.bytes })
  if (refusal !== null) throw refusal
}
