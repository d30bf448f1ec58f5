import type { TenantUsage } from '../../assets/asset-records.ts'
import { alreadyExists } from '../../errors/metadata-errors.ts'
import { tooManyUploads, uploadNotFound } from '../../errors/upload-errors.ts'
import type { StoredUpload, UploadRecord } from '../../resumable/resumable-upload.ts'
import {
  advancedUpload,
  assertFinishing,
  endedUpload,
  finishedUpload,
  heldUpload,
  isHeldAt,
  isJoinable,
  isUnfinished,
  newUploadRow,
  piecedUpload,
  settledUpload,
  takenOver,
  uploadRecord,
} from '../../resumable/upload-changes.ts'
import {
  assertOwnerShare,
  assertUploadFits,
  NOTHING_TAKEN,
  type TakenOfTicket,
  takenBy,
  takeOfTicket,
} from '../../resumable/upload-counts.ts'
import type {
  NewUpload,
  PiecedUpload,
  UploadAdvance,
  UploadEnd,
  UploadHold,
  UploadRecords,
} from '../../resumable/upload-records.ts'
import { addMillis, formatTimestamp, type Micros, parseTimestamp } from '../../time/timestamp.ts'
import { extendReservation } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { assertFolders } from '../folders/folder-tree.ts'
import { assertKeyValid } from '../keys/key-writes.ts'
import { validTicket } from '../keys/ticket-writes.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { countedUploads } from './upload-reads.ts'
import { putUpload, uploadById } from './upload-row.ts'

/** `UploadRecords.create` */
export function createUpload({ sql, now }: Transaction, given: NewUpload): UploadRecord {
  const { tenant, id, kind, terms, ticketId, keyId, quota, size } = given
  const bytes = size ?? 0
  if (uploadById(sql, id) !== null) throw alreadyExists('id')
  if (keyId !== null) assertKeyValid(sql, keyId, now)
  const ticket = ticketId === null ? null : validTicket(sql, tenant, ticketId)
  const tenantId = ensureTenant(sql, tenant)
  assertFolders(sql, tenantId, [terms.folderId], given.scope)
  const partials = terms.partials.map((each) => uploadById(sql, each))
  const bad = terms.partials.filter((_, index) => !isJoinable(partials[index], given))
  if (bad.length > 0) throw uploadNotFound(bad)
  const joined = new Map((partials as StoredUpload[]).map((each) => [each.id, each]))
  assertCounts(sql, tenantId, given)
  const others = countedUploads(sql, tenantId, now, [...joined.keys()])
  assertUploadFits(quota, { usage: usageOf(sql, tenantId), others }, { kind, bytes })
  const row = newUploadRow(given, now, ticket?.expiresAt ?? null)
  const taken = [...joined.values()].reduce((sum, each) => sum + each.taken.bytes, 0)
  const before = { files: 0, bytes: taken }
  if (ticket !== null) {
    // A partial upload takes no file, but needs a ticket that has one left.
    takeOfTicket(ticket, before, takenBy('whole', bytes))
    charge(sql, tenant, ticket.id, before, row.taken)
  }
  extendReservation(sql, row.blobKey, parseTimestamp(row.expiresAt))
  for (const each of joined.values()) putUpload(sql, takenOver(each))
  putUpload(sql, row)
  return uploadRecord(row)
}

function usageOf(sql: Sql, tenantId: number): TenantUsage {
  return sql<TenantUsage>('SELECT assets, bytes FROM tenants WHERE id = ?').get(
    tenantId,
  ) as TenantUsage
}

const UNFINISHED = `FROM uploads INDEXED BY uploads_unfinished WHERE tenant_id = ? AND state IN ('receiving', 'finishing')`

function assertCounts(
  sql: Sql,
  tenantId: number,
  { owner, limits, quota, kind, size }: NewUpload,
): void {
  const { n } = sql<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 ${UNFINISHED} LIMIT ?)`,
  ).get(tenantId, limits.tenant) as { readonly n: number }
  if (owner !== null) {
    const owned = sql<{ uploads: number; bytes: number }>(
      `SELECT count(*) AS uploads, coalesce(sum(coalesce(size, received)), 0) AS bytes ${UNFINISHED} AND owner = ?`,
    ).get(tenantId, owner) as { readonly uploads: number; readonly bytes: number }
    if (owned.uploads >= limits.owner) throw tooManyUploads(limits.owner, 'owner')
    if (n < limits.tenant && kind !== 'final') assertOwnerShare(quota, owned, size ?? 0)
  }
  if (n >= limits.tenant) throw tooManyUploads(limits.tenant, 'tenant')
}

/** Takes `after` of a valid ticket in place of `before`. */
function charge(
  sql: Sql,
  tenant: string,
  id: string,
  before: TakenOfTicket,
  after: TakenOfTicket,
): void {
  const { filesLeft, bytesLeft } = takeOfTicket(validTicket(sql, tenant, id), before, after)
  sql('UPDATE upload_tickets SET files_left = ?, bytes_left = ? WHERE id = ?').run(
    filesLeft,
    bytesLeft,
    id,
  )
}

function giveBack(sql: Sql, { ticketId, taken }: StoredUpload): void {
  if (ticketId === null) return
  sql(
    'UPDATE upload_tickets SET files_left = files_left + ?, bytes_left = bytes_left + ? WHERE id = ?',
  ).run(taken.files, taken.bytes, ticketId)
}

/** `UploadRecords.hold` */
export function holdUpload(
  { sql, now }: Transaction,
  { tenant, id, lease }: Parameters<UploadRecords['hold']>[0],
): PiecedUpload | null {
  const upload = uploadById(sql, id)
  if (upload?.tenant !== tenant || !isUnfinished(upload)) throw uploadNotFound()
  if (isHeldAt(upload, formatTimestamp(now))) {
    sql('UPDATE uploads SET is_asked = 1 WHERE id = ?').run(id)
    return null
  }
  const held = heldUpload(upload, now, lease)
  sql('UPDATE uploads SET fence = ?, hold_until = ?, is_asked = 0, due_at = ? WHERE id = ?').run(
    held.fence,
    addMillis(now, lease),
    parseTimestamp(held.dueAt),
    id,
  )
  return piecedUpload(held)
}

/** `UploadRecords.renew`. Writes only what has used a third of its lease. */
export function renewUploads(
  { sql, now }: Transaction,
  { holds, lease }: { readonly holds: readonly UploadHold[]; readonly lease: number },
): { readonly held: readonly string[]; readonly asked: readonly string[] } {
  const renewed = sql('UPDATE uploads SET hold_until = ? WHERE id = ? AND hold_until < ?')
  const held = holds.flatMap(({ id, fence }) => {
    const row = sql<{ is_asked: number }>(
      `SELECT is_asked FROM uploads WHERE id = ? AND fence = ? AND state IN ('receiving', 'finishing')`,
    ).get(id, fence)
    if (row === undefined) return []
    renewed.run(addMillis(now, lease), id, addMillis(now, (lease * 2) / 3))
    return [{ id, isAsked: row.is_asked === 1 }]
  })
  return {
    held: held.map(({ id }) => id),
    asked: held.filter(({ isAsked }) => isAsked).map(({ id }) => id),
  }
}

/** `UploadRecords.release` */
export function releaseUploads(
  { sql }: Transaction,
  { holds }: { readonly holds: readonly UploadHold[] },
): void {
  const released = sql(
    'UPDATE uploads SET hold_until = NULL, is_asked = 0 WHERE id = ? AND fence = ?',
  )
  for (const { id, fence } of holds) released.run(id, fence)
}

/** `UploadRecords.advance` */
export function advanceUpload({ sql, now }: Transaction, request: UploadAdvance): UploadRecord {
  const { tenant, id, quota } = request
  const before = uploadById(sql, id)
  const { upload, counts, takes } = advancedUpload(before, request, now)
  if (counts !== null) {
    const tenantId = ensureTenant(sql, tenant)
    const others = countedUploads(sql, tenantId, now, [id])
    const { kind } = upload
    assertUploadFits(quota, { usage: usageOf(sql, tenantId), others }, { kind, bytes: counts })
  }
  if (takes && upload.ticketId !== null) {
    charge(sql, tenant, upload.ticketId, before?.taken ?? NOTHING_TAKEN, upload.taken)
  }
  extendReservation(sql, upload.blobKey, parseTimestamp(upload.expiresAt))
  putUpload(sql, upload)
  return uploadRecord(upload)
}

/** `UploadRecords.end` */
export function endUpload({ sql, now }: Transaction, request: UploadEnd): PiecedUpload | null {
  const before = uploadById(sql, request.id)
  const ended = endedUpload(before, request, now)
  if (before === null || ended === null) return null
  giveBack(sql, before)
  putUpload(sql, ended)
  return piecedUpload(ended)
}

/** `UploadRecords.settle` */
export function settleUploads(
  { sql, now }: Transaction,
  { ids }: { readonly ids: readonly string[] },
): void {
  for (const id of ids) {
    const before = uploadById(sql, id)
    const settled = before === null ? null : settledUpload(before, now)
    if (settled === null) sql('DELETE FROM uploads WHERE id = ?').run(id)
    else if (settled !== before) putUpload(sql, settled)
  }
}

/** The upload that its holder makes an asset of; `upload_locked`. */
export function finishingUpload(sql: Sql, tenant: string, { id, fence }: UploadHold): StoredUpload {
  const upload = uploadById(sql, id)
  assertFinishing(upload, { tenant, fence })
  return upload
}

/** The upload has become this asset. `isNew: false`: the asset was there before, so that its ticket gets all back. */
export function finishUpload(
  { sql, now }: { readonly sql: Sql; readonly now: Micros },
  upload: StoredUpload,
  { assetId, isNew }: { readonly assetId: string; readonly isNew: boolean },
): void {
  if (!isNew) giveBack(sql, upload)
  putUpload(sql, finishedUpload(upload, { assetId }, now))
}
