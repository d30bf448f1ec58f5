import {
  type AdvancedUpload,
  advancedUpload,
  alreadyExists,
  assertOwnerShare,
  assertUploadFits,
  endedUpload,
  formatTimestamp,
  heldUpload,
  isHeldAt,
  isJoinable,
  isUnfinished,
  type NewUpload,
  newUploadRow,
  type PiecedUpload,
  parseTimestamp,
  piecedUpload,
  type StoredUpload,
  settledUpload,
  type TakenOfTicket,
  takenBy,
  takenOver,
  takeOfTicket,
  ticketRevoked,
  tooManyUploads,
  type UploadAdvance,
  type UploadEnd,
  type UploadHold,
  type UploadRecord,
  type UploadRecords,
  uploadLocked,
  uploadNotFound,
  uploadRecord,
} from '@stowage/core/internal'
import { extendReservation } from '../blobs/blob-keys.ts'
import type { Sql } from '../connection/database.ts'
import { assertFolder } from '../folders/folder-tree.ts'
import { assertKeyValid } from '../keys/key-records.ts'
import { lockTicketsText, type TicketCounts } from '../keys/ticket-counts.ts'
import { lockLivingTenant, type TenantRow } from '../tenants/tenants.ts'
import { countedUploads } from './upload-reads.ts'
import { insertUpload, replaceUpload, uploadsById } from './upload-row.ts'

// To avoid deadlocks, a transaction locks the blob key first, then the tenant, the ticket, and the uploads.

/** Microseconds, to be read when all rows are locked. */
async function timeOf(sql: Sql): Promise<number> {
  const [time] = await sql<{ now: number }>('SELECT $now AS now')
  return time?.now ?? 0
}

/** The upload of the tenant, locked until the transaction ends. */
async function lockUpload(sql: Sql, tenant: string, id: string): Promise<StoredUpload | null> {
  const upload = (await uploadsById(sql, [id], { isLocked: true })).get(id)
  return upload?.tenant === tenant ? upload : null
}

/** The unrevoked ticket, locked until the transaction ends. */
async function lockTicket(sql: Sql, id: string | null): Promise<TicketCounts | null> {
  if (id === null) return null
  const [ticket] = await sql<TicketCounts>(lockTicketsText('$1'), [[id]])
  return ticket ?? null
}

/** Takes `after` of a locked ticket in place of `before`. */
async function charge(
  sql: Sql,
  ticket: TicketCounts,
  before: TakenOfTicket,
  after: TakenOfTicket,
): Promise<void> {
  const left = takeOfTicket(countsOf(ticket), before, after)
  await sql('UPDATE $schema.upload_tickets SET files_left = $2, bytes_left = $3 WHERE id = $1', [
    ticket.id,
    left.filesLeft,
    left.bytesLeft,
  ])
}

function countsOf({ files_left: filesLeft, bytes_left: bytesLeft }: TicketCounts) {
  return { filesLeft, bytesLeft }
}

function usageOf({ live, trash, bytes }: TenantRow) {
  return { assets: live + trash, bytes }
}

/** `UploadRecords.create` */
export async function createUpload(sql: Sql, given: NewUpload): Promise<UploadRecord> {
  const { tenant: name, id, kind, terms, ticketId, keyId, quota, size } = given
  const bytes = size ?? 0
  await extendReservation(sql, given.blobKey, given.lifetime)
  const tenant = await lockLivingTenant(sql, name)
  if (keyId !== null) await assertKeyValid(sql, keyId)
  const ticket = await lockTicket(sql, ticketId)
  if (ticketId !== null && ticket?.tenant_id !== tenant.id) throw ticketRevoked()
  await assertFolder(sql, name, terms.folderId, given.scope)
  const found = await uploadsById(sql, [id, ...terms.partials], { isLocked: true })
  if (found.has(id)) throw alreadyExists('id')
  const bad = terms.partials.filter((each) => !isJoinable(found.get(each), given))
  if (bad.length > 0) throw uploadNotFound(bad)
  const partials = [...found.values()]
  await assertCounts(sql, tenant.id, given)
  const others = await countedUploads(sql, tenant.id, [...found.keys()])
  assertUploadFits(quota, { usage: usageOf(tenant), others }, { kind, bytes })
  const [expiry] = await sql<{ now: number; expires_at: number | null }>(
    'SELECT $now AS now, (SELECT expires_at FROM $schema.upload_tickets WHERE id = $1) AS expires_at',
    [ticketId],
  )
  const { now, expires_at: until } = expiry ?? { now: 0, expires_at: null }
  const row = newUploadRow(given, now, until === null ? null : formatTimestamp(until))
  if (ticket !== null) {
    const before = { files: 0, bytes: partials.reduce((sum, { taken }) => sum + taken.bytes, 0) }
    // A partial upload takes no file, but needs a ticket that has one left.
    takeOfTicket(countsOf(ticket), before, takenBy('whole', bytes))
    await charge(sql, ticket, before, row.taken)
  }
  for (const each of partials) await replaceUpload(sql, takenOver(each))
  await insertUpload(sql, row, tenant.id)
  return uploadRecord(row)
}

const UNFINISHED = `FROM $schema.uploads WHERE tenant_id = $1 AND state IN ('receiving', 'finishing')`

async function assertCounts(
  sql: Sql,
  tenantId: number,
  { owner, limits, quota, kind, size }: NewUpload,
): Promise<void> {
  if (owner !== null) {
    const [owned = { uploads: 0, bytes: 0 }] = await sql<{ uploads: number; bytes: number }>(
      `SELECT count(*) AS uploads, coalesce(sum(coalesce(size, received)), 0)::bigint AS bytes
        ${UNFINISHED} AND owner = $2`,
      [tenantId, owner],
    )
    if (owned.uploads >= limits.owner) throw tooManyUploads(limits.owner, 'owner')
    if (kind !== 'final') assertOwnerShare(quota, owned, size ?? 0)
  }
  const [all] = await sql<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 ${UNFINISHED} LIMIT $2) AS counted`,
    [tenantId, limits.tenant],
  )
  if ((all?.n ?? 0) >= limits.tenant) throw tooManyUploads(limits.tenant, 'tenant')
}

/** `UploadRecords.hold` */
export async function holdUpload(
  sql: Sql,
  { tenant, id, lease }: Parameters<UploadRecords['hold']>[0],
): Promise<PiecedUpload | null> {
  const upload = await lockUpload(sql, tenant, id)
  if (upload === null || !isUnfinished(upload)) throw uploadNotFound()
  const now = await timeOf(sql)
  if (isHeldAt(upload, formatTimestamp(now))) {
    await sql('UPDATE $schema.uploads SET is_asked = 1 WHERE id = $1', [id])
    return null
  }
  const held = heldUpload(upload, now, lease)
  await sql(
    'UPDATE $schema.uploads SET fence = $2, hold_until = $3, is_asked = 0, due_at = $4 WHERE id = $1',
    [id, held.fence, parseTimestamp(held.holdUntil ?? ''), parseTimestamp(held.dueAt)],
  )
  return piecedUpload(held)
}

const HELD = `FROM json_to_recordset($1) AS h (id text, fence bigint)
  WHERE u.id = ANY($2::text[]) AND u.id = h.id AND u.fence = h.fence`

/** `UploadRecords.renew`. Writes only what has used a third of its lease. */
export async function renewUploads(
  sql: Sql,
  { holds, lease }: { readonly holds: readonly UploadHold[]; readonly lease: number },
): Promise<{ readonly held: readonly string[]; readonly asked: readonly string[] }> {
  const ids = holds.map(({ id }) => id)
  const values = [JSON.stringify(holds), ids]
  await sql(
    `UPDATE $schema.uploads u SET hold_until = $now + $3::bigint * 1000 ${HELD}
      AND u.state IN ('receiving', 'finishing') AND u.hold_until < $now + $3::bigint * 667`,
    [...values, lease],
  )
  const rows = await sql<{ id: string; is_asked: number }>(
    `SELECT u.id, u.is_asked FROM $schema.uploads u, json_to_recordset($1) AS h (id text, fence bigint)
      WHERE u.id = ANY($2::text[]) AND u.id = h.id AND u.fence = h.fence
        AND u.state IN ('receiving', 'finishing')`,
    values,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return {
    held: ids.filter((id) => found.has(id)),
    asked: ids.filter((id) => found.get(id)?.is_asked === 1),
  }
}

/** `UploadRecords.release` */
export async function releaseUploads(
  sql: Sql,
  { holds }: { readonly holds: readonly UploadHold[] },
): Promise<void> {
  await sql(`UPDATE $schema.uploads u SET hold_until = NULL, is_asked = 0 ${HELD}`, [
    JSON.stringify(holds),
    holds.map(({ id }) => id),
  ])
}

/** `UploadRecords.advance` */
export async function advanceUpload(sql: Sql, request: UploadAdvance): Promise<UploadRecord> {
  const { tenant, id } = request
  const seen = (await uploadsById(sql, [id], { isLocked: false })).get(id) ?? null
  const expected = advancedUpload(seen, request, await timeOf(sql))
  const { upload: wanted } = expected
  await extendReservation(sql, wanted.blobKey, wanted.lifetime)
  const locked = expected.counts === null ? null : await lockLivingTenant(sql, tenant)
  const ticket = expected.takes ? await lockTicket(sql, wanted.ticketId) : null
  if (expected.takes && ticket?.tenant_id === undefined) throw ticketRevoked()
  const before = await lockUpload(sql, tenant, id)
  const after = advancedUpload(before, request, await timeOf(sql))
  // Its count has run out in between: the next call takes the lock.
  if (after.counts !== null && locked === null) throw uploadLocked()
  if (locked !== null) await assertFits(sql, locked, after, request)
  if (ticket !== null && before !== null)
    await charge(sql, ticket, before.taken, after.upload.taken)
  await replaceUpload(sql, after.upload)
  return uploadRecord(after.upload)
}

async function assertFits(
  sql: Sql,
  tenant: TenantRow,
  { upload: { id, kind }, counts }: AdvancedUpload,
  { quota }: UploadAdvance,
): Promise<void> {
  if (quota === null || counts === null) return
  const others = await countedUploads(sql, tenant.id, [id])
  assertUploadFits(quota, { usage: usageOf(tenant), others }, { kind, bytes: counts })
}

/** `UploadRecords.end` */
export async function endUpload(sql: Sql, request: UploadEnd): Promise<PiecedUpload | null> {
  const { tenant, id } = request
  const seen = (await uploadsById(sql, [id], { isLocked: false })).get(id)
  if (seen?.tenant !== tenant) return null
  if (seen.ticketId !== null) {
    await sql('SELECT 1 FROM $schema.upload_tickets WHERE id = $1 FOR NO KEY UPDATE', [
      seen.ticketId,
    ])
  }
  const before = await lockUpload(sql, tenant, id)
  const ended = endedUpload(before, request, await timeOf(sql))
  if (before === null || ended === null) return null
  if (before.ticketId !== null) {
    await sql(
      `UPDATE $schema.upload_tickets SET files_left = files_left + $2, bytes_left = bytes_left + $3::bigint
        WHERE id = $1`,
      [before.ticketId, before.taken.files, before.taken.bytes],
    )
  }
  await replaceUpload(sql, ended)
  return piecedUpload(ended)
}

/** `UploadRecords.settle` */
export async function settleUploads(
  sql: Sql,
  { ids }: { readonly ids: readonly string[] },
): Promise<void> {
  const found = await uploadsById(sql, ids, { isLocked: true })
  const now = await timeOf(sql)
  const gone: string[] = []
  for (const upload of found.values()) {
    const settled = settledUpload(upload, now)
    if (settled === null) gone.push(upload.id)
    else if (settled !== upload) await replaceUpload(sql, settled)
  }
  if (gone.length > 0) {
    await sql('DELETE FROM $schema.uploads WHERE id = ANY($1::text[])', [gone])
  }
}
