import { type AssetRecord, blobKeysOf, type Timestamp } from '../../assets/asset.ts'
import {
  applyChanges,
  assertContent,
  bytesOf,
  canChange,
  changeTime,
  withoutVariants,
  withVariants,
} from '../../assets/asset-changes.ts'
import { CHANGED_ENTRIES, jsonOfList } from '../../assets/asset-fields.ts'
import type { AssetRecords, TenantUsage } from '../../assets/asset-records.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import type { InsertRequest } from '../../assets/insert-request.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { timedAsset } from '../../assets/timed-asset.ts'
import type { Updated, UpdateRequest } from '../../assets/update-request.ts'
import { answeredIds, type Duplicate, insertContent } from '../../duplicates/insert-content.ts'
import { assetNotFound } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { pendingEnd, trashTime } from '../../maintenance/sweep-record.ts'
import {
  addMillis,
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
} from '../../time/timestamp.ts'
import { LIVE, TRASH } from '../../usage/count-changes.ts'
import { type Quota, quotaRefusal } from '../../usage/quota.ts'
import { addClaims, takeReservation } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { assertFolders } from '../folders/folder-tree.ts'
import { onWrite } from '../hook/on-write.ts'
import { assertKeyValid } from '../keys/key-writes.ts'
import { useTicket, validTicket } from '../keys/ticket-writes.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { countedUploads } from '../resumable/upload-reads.ts'
import { finishingUpload, finishUpload } from '../resumable/upload-writes.ts'
import {
  type AssetRow,
  assetOfRow,
  INSERT_ASSET,
  insertParameters,
  parametersOf,
  UPDATE_CHANGED,
} from '../schema/asset-row.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { findRow, idsOf, rowsToChange } from './asset-rows.ts'
import { contentFacts } from './content-reads.ts'
import { findReplay, setIdempotencyRecord } from './idempotency.ts'
import { changeInList, enterList, type ListEntry, moveList } from './list-entries.ts'

/** The values that the database assigned to the records of an upload. */
export interface InsertedRows {
  /** The insertion number of the first stored record; the others follow it. */
  readonly firstSeq: number
  /** When they were stored; see `timedAsset`. */
  readonly at: Micros
  readonly pendingUntil: Timestamp | null
  /** `null`: all were stored. */
  readonly duplicateOf: readonly Duplicate[] | null
}

/** `AssetRecords.insert` without the records. When the upload repeats an earlier one, the ids of its assets. */
export function insert(
  transaction: Transaction,
  request: InsertRequest,
): InsertedRows | readonly string[] {
  const { sql, now } = transaction
  const { tenant, assets, keyId, ticket: ticketId, quota, idempotency, scope, upload } = request
  if (assets.length === 0) return { firstSeq: 0, at: now, pendingUntil: null, duplicateOf: null }
  if (keyId !== null) assertKeyValid(sql, keyId, now)
  const ticket = ticketId == null ? null : validTicket(sql, tenant, ticketId)
  const tenantId = ensureTenant(sql, tenant)
  const finishing = upload === undefined ? null : finishingUpload(sql, tenant, upload)
  const replayOf = idempotency === undefined ? null : findReplay(sql, tenantId, idempotency, now)
  if (replayOf !== null) return replayOf
  const content = insertContent(request, contentFacts(sql, tenantId, request))
  const { fresh, duplicateOf } = content
  if (ticket !== null && finishing === null && fresh.length > 0) useTicket(sql, ticket, fresh)
  assertFolders(
    sql,
    tenantId,
    assets.map(({ folderId }) => folderId),
    scope,
  )
  const bytes = fresh.reduce((sum, asset) => sum + bytesOf(asset), 0)
  const firstSeq =
    fresh.length === 0
      ? 0
      : grow(transaction, tenantId, { assets: fresh.length, bytes, quota, except: upload?.id })
  if (idempotency !== undefined) {
    const ids = answeredIds(content, assets)
    const { key, digest, lifetime } = idempotency
    setIdempotencyRecord(sql, tenantId, { key, digest, ids, expiresAt: addMillis(now, lifetime) })
  }
  const pendingUntil = pendingUntilOf(transaction, request)
  const stored = fresh.map((given, index) => {
    const seq = firstSeq + index
    const asset = timedAsset(given, now, index)
    const { trashedAt = null } = asset
    for (const key of blobKeysOf(asset)) takeReservation(sql, key)
    sql(INSERT_ASSET).run(...insertParameters({ ...asset, seq, pendingUntil }, tenantId))
    enterList(transaction, { tenantId, list: trashedAt === null ? LIVE : TRASH, seq }, asset)
    return Object.assign(asset, { tenant, seq, trashedAt, pendingUntil })
  })
  if (finishing !== null) {
    const assetId = answeredIds(content, assets)[0] as string
    finishUpload(transaction, finishing, { assetId, isNew: stored.length > 0 })
  }
  onWrite(transaction, { verb: 'insert', request, value: { assets: stored } }, tenantId)
  return { firstSeq, at: now, pendingUntil, duplicateOf }
}

function pendingUntilOf(
  { sql, now }: Transaction,
  { pendingFor }: InsertRequest,
): Timestamp | null {
  if (pendingFor == null) return null
  return formatTimestampOrNull(pendingEnd(trustedSweeps(sql), now, pendingFor))
}

/** Counts new assets of a tenant. Returns their first insertion number; `quota_exceeded`. */
function grow(
  { sql, now }: Transaction,
  tenantId: number,
  by: {
    readonly assets: number
    readonly bytes: number
    readonly quota: Quota | null
    /** The upload that does not count besides, because it becomes the assets. */
    readonly except: string | undefined
  },
): number {
  const tenant = sql<TenantUsage & { next_seq: number }>(
    `UPDATE tenants SET next_seq = next_seq + :assets, assets = assets + :assets, bytes = bytes + :bytes
      WHERE id = :tenantId RETURNING next_seq, assets, bytes`,
  ).get({ tenantId, assets: by.assets, bytes: by.bytes })
  if (tenant === undefined) throw new Error('The tenant is gone.')
  if (by.quota === null) return tenant.next_seq - by.assets
  const others = countedUploads(sql, tenantId, now, by.except === undefined ? [] : [by.except])
  const refusal = quotaRefusal(by.quota, {
    assets: tenant.assets + others.uploads,
    bytes: tenant.bytes + others.bytes,
  })
  if (refusal !== null) throw refusal
  return tenant.next_seq - by.assets
}

/** `AssetRecords.update` */
export function update(transaction: Transaction, request: UpdateRequest): Updated {
  const { sql, now } = transaction
  const { tenant, id, scope, changes, ifMatch, sha256 } = request
  const row = findRow(sql, tenant, id)
  const asset = row === null ? null : assetOfRow(row)
  if (row === null || asset === null || !isInScope(asset, scope) || !canChange(asset, changes)) {
    throw assetNotFound([id])
  }
  if (!isAsExpected(asset, ifMatch)) throw changedMeanwhile()
  assertContent(asset, sha256)
  const at = changeTime(row.updated_at, now)
  const changed = applyChanges(asset, changes, formatTimestamp(at))
  if (changed === asset) return { asset, changed: false }
  if (changed.folderId !== asset.folderId) {
    assertFolders(sql, findTenant(sql, tenant), [changed.folderId], scope)
  }
  sql(UPDATE_CHANGED).run(parametersOf(changed, CHANGED_ENTRIES))
  changeInList(transaction, entryOf(row), { before: asset, after: changed })
  return { asset: changed, changed: true }
}

/** `AssetRecords.addVariants` */
export function addVariants(
  transaction: Transaction,
  request: Parameters<AssetRecords['addVariants']>[0],
): AssetRecord {
  const { sql, now } = transaction
  const { tenant, id, variants, madeOf, replaces } = request
  const row = findRow(sql, tenant, id)
  if (row === null || row.trashed_at !== null) throw assetNotFound([id])
  if (madeOf !== undefined && madeOf !== row.blob_key) throw changedMeanwhile()
  const asset = assetOfRow(row)
  const { asset: changed, taken } = withVariants(asset, request)
  for (const { blobKey } of variants) takeReservation(sql, blobKey)
  const due = addMillis(now, replaces?.grace ?? 0)
  if (taken.length > 0) addClaims(sql, { tenantId: row.tenant_id, keys: taken }, due)
  writeVariants(sql, row, asset, changed)
  changeInList(transaction, entryOf(row), { before: asset, after: changed })
  return changed
}

/** `AssetRecords.removeVariants` */
export function removeVariants(
  transaction: Transaction,
  request: { readonly tenant: string; readonly id: string; readonly blobKeys: readonly string[] },
): AssetRecord {
  const { sql, now } = transaction
  const { tenant, id, blobKeys } = request
  const row = findRow(sql, tenant, id)
  if (row === null) throw assetNotFound([id])
  const before = assetOfRow(row)
  const { asset, taken } = withoutVariants(before, blobKeys)
  addClaims(sql, { tenantId: row.tenant_id, keys: taken }, now)
  writeVariants(sql, row, before, asset)
  changeInList(transaction, entryOf(row), { before, after: asset })
  return asset
}

/** Writes the variants, the failed variants, and their change of the tenant's bytes. */
function writeVariants(sql: Sql, row: AssetRow, before: AssetRecord, after: AssetRecord): void {
  sql('UPDATE tenants SET bytes = bytes + ? WHERE id = ?').run(
    bytesOf(after) - bytesOf(before),
    row.tenant_id,
  )
  sql('UPDATE assets SET variants = ?, failed_variants = ? WHERE id = ?').run(
    jsonOfList(after.variants),
    jsonOfList(after.failedVariants),
    row.id,
  )
}

/** `AssetRecords.setTrashed` */
export function setTrashed(
  transaction: Transaction,
  { to, ...request }: Parameters<AssetRecords['setTrashed']>[0],
): readonly AssetRecord[] {
  const { sql, now } = transaction
  const found = rowsToChange(sql, request, 'anywhere')
  const trashed = to === 'trash'
  const trashedAt = trashed ? trashTime(trustedSweeps(sql), now) : null
  const moving = found.filter((row) => (row.trashed_at !== null) !== trashed)
  sql(
    // As `changeTime` does it.
    `UPDATE assets SET trashed_at = :trashedAt,
        updated_at = max(:now, min(updated_at + 1, :now + 1000))
      WHERE id IN (SELECT value FROM json_each(:ids))`,
  ).run({ trashedAt, now, ids: idsOf(moving) })
  return moving.map((row) => {
    const updatedAt = changeTime(row.updated_at, now)
    const asset = assetOfRow(Object.assign(row, { trashed_at: trashedAt, updated_at: updatedAt }))
    const { tenant_id: tenantId, seq } = row
    moveList(transaction, { tenantId, list: trashed ? LIVE : TRASH, seq }, asset)
    return asset
  })
}

/** The list entry of a row's asset. */
export function entryOf({ tenant_id: tenantId, seq, trashed_at: trashedAt }: AssetRow): ListEntry {
  return { tenantId, list: trashedAt === null ? LIVE : TRASH, seq }
}
