import { type AssetRecord, blobKeysOf } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import { CONTENT_ENTRIES } from '../../assets/asset-fields.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { assetNotFound } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { scanPending, versionNotFound } from '../../errors/version-errors.ts'
import { trashTime } from '../../maintenance/sweep-record.ts'
import { addMillis } from '../../time/timestamp.ts'
import { type Quota, quotaRefusal } from '../../usage/quota.ts'
import {
  contentOfVersion,
  hasContent,
  MAX_VERSIONS,
  type NewContent,
  replacedVersion,
  variantKeysOf,
  withContent,
} from '../../versions/asset-version.ts'
import type { ContentChange, Replaced, VersionRecords } from '../../versions/version-records.ts'
import { addClaims, takeReservation } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { assertKeyValid } from '../keys/key-writes.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { countedUploads } from '../resumable/upload-reads.ts'
import { type AssetRow, assetOfRow, parametersOf, UPDATE_CONTENT } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { addBytes, forgetVersions } from '../versions/forget-versions.ts'
import {
  insertVersion,
  SELECT_VERSION,
  type VersionRow,
  versionOfRow,
} from '../versions/version-row.ts'
import { findRow } from './asset-rows.ts'
import { entryOf } from './asset-writes.ts'
import { replaceInList } from './list-entries.ts'

/** `VersionRecords.replace` */
export function replaceContent(
  transaction: Transaction,
  request: Parameters<VersionRecords['replace']>[0],
): Replaced {
  const { sql, now } = transaction
  const { content, keyId, quota } = request
  if (keyId !== null) assertKeyValid(sql, keyId, now)
  const { row, asset } = assetToChange(sql, request)
  if (hasContent(asset, content)) return { asset, changed: false }
  for (const key of blobKeysOf(content)) takeReservation(sql, key)
  return { asset: setContent(transaction, row, content, { ...request, quota }), changed: true }
}

/** `VersionRecords.restore` */
export function restoreVersion(
  transaction: Transaction,
  request: Parameters<VersionRecords['restore']>[0],
): Replaced {
  const { sql } = transaction
  const { row } = assetToChange(sql, request)
  const found = sql<VersionRow>(`${SELECT_VERSION} WHERE x.id = ? AND x.asset_id = ?`)
  const version = found.get(request.versionId, row.id)
  if (version === undefined) throw versionNotFound()
  sql('DELETE FROM versions WHERE id = ?').run(version.id)
  addBytes(sql, row.tenant_id, -version.size)
  const content = contentOfVersion(versionOfRow(version))
  return {
    asset: setContent(transaction, row, content, { ...request, quota: null }),
    changed: true,
  }
}

function assetToChange(
  sql: Sql,
  request: ContentChange,
): { readonly row: AssetRow; readonly asset: AssetRecord } {
  const { tenant, id, scope } = request
  const row = findRow(sql, tenant, id)
  const isThere = row !== null && row.trashed_at === null
  if (!isThere || !isInScope({ createdBy: row.created_by }, scope)) throw assetNotFound([id])
  const asset = assetOfRow(row)
  if (!isAsExpected(asset, request.ifMatch)) throw changedMeanwhile()
  if (asset.status === 'processing') throw scanPending()
  return { row, asset }
}

/**
 * Gives the asset other content, whose blobs it has already taken over. The old content becomes a version or is to be
 * deleted.
 */
function setContent(
  transaction: Transaction,
  row: AssetRow,
  content: NewContent,
  { version, grace, quota }: ContentChange & { readonly quota: Quota | null },
): AssetRecord {
  const { sql, now } = transaction
  const before = assetOfRow(row)
  const after = withContent(before, content, now)
  const due = addMillis(now, grace)
  sql(UPDATE_CONTENT).run(parametersOf(after, CONTENT_ENTRIES))
  replaceInList(transaction, entryOf(row), { before, after })
  const claim = (keys: readonly string[]) => addClaims(sql, { tenantId: row.tenant_id, keys }, due)
  claim(variantKeysOf(before))
  let growth = bytesOf(after) - bytesOf(before)
  if (version.keepFor === 0) claim([before.blobKey])
  else {
    insertVersion(
      sql,
      replacedVersion(before, version, trashTime(trustedSweeps(sql), now)),
      row.tenant_id,
    )
    const oldest = sql<VersionRow>(
      `${SELECT_VERSION} WHERE x.asset_id = ? ORDER BY x.replaced_at DESC, x.id DESC LIMIT -1 OFFSET ?`,
    ).all(row.id, MAX_VERSIONS)
    growth += before.size - forgetVersions(sql, oldest, due)
  }
  const tenant = addBytes(sql, row.tenant_id, growth)
  if (growth > 0 && quota !== null) {
    const others = countedUploads(sql, row.tenant_id, now, [])
    const refusal = quotaRefusal(quota, { assets: 0, bytes: tenant + others.bytes })
    if (refusal !== null) throw refusal
  }
  return after
}
