import { isStowageError } from '@stowage/core'
import { blobKeysOf, type InsertRequest, type UploadCounts } from '@stowage/core/internal'
import { consumeReservationsCte, lockReservedText } from '../blobs/blob-keys.ts'
import type { Database, Sql } from '../connection/database.ts'
import {
  insertEventsSql,
  insertedEvents,
  notedEvents,
  type ToldTenant,
} from '../feed/insert-events.ts'
import { onWrite } from '../hook/on-write.ts'
import { lockValidKeysText } from '../keys/key-records.ts'
import { lockTicketsText, type TicketCounts, ticketStep } from '../keys/ticket-counts.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { countedUploads } from '../resumable/upload-reads.ts'
import { replaceUpload, uploadsById } from '../resumable/upload-row.ts'
import { INSERT_ASSETS, jsonOfRows } from '../schema/asset-row.ts'
import {
  countChangesCte,
  growthValues,
  lockTenantsText,
  makeTenants,
  type TenantRow,
} from '../tenants/tenants.ts'
import { contentsThere } from './content-facts.ts'
import { idempotencyRows, idempotencyStep } from './idempotency.ts'
import {
  decideInserts,
  type FolderOwner,
  type InsertFacts,
  type InsertOutcome,
} from './insert-decisions.ts'

/**
 * `AssetRecords.insert` of many requests as one transaction. Each request is accepted or refused separately, as if they
 * came one after the other. The tenants' rows are locked once for all requests, for a few statements and the commit. So
 * uploads to one busy tenant wait once per batch, not once each.
 */
export async function insertBatch(
  database: Database,
  requests: readonly InsertRequest[],
): Promise<readonly InsertOutcome[]> {
  const names = [...new Set(requests.map(({ tenant }) => tenant))]
  for (;;) {
    try {
      return await database.transaction((sql) => insertAll(sql, requests, names))
    } catch (error) {
      if (error !== TENANT_MISSING) throw error
    }
    await database.transaction((sql) => makeTenants(sql, names))
  }
}

const TENANT_MISSING = new Error('A tenant is not there yet.')

async function insertAll(
  sql: Sql,
  requests: readonly InsertRequest[],
  names: readonly string[],
): Promise<readonly InsertOutcome[]> {
  const { keys, tickets, reserved, tenants, now } = await lockFor(sql, requests, names)
  if (tenants.size < names.length) throw TENANT_MISSING
  const idempotency = await idempotencyRows(
    sql,
    requests.flatMap(({ tenant, idempotency: record }) => {
      const tenantId = tenants.get(tenant)?.id
      return record === undefined || tenantId === undefined ? [] : [{ tenantId, key: record.key }]
    }),
  )
  const { outcomes, rows, taken, recognised, charged, finished, ...growth } = decideInserts(
    requests,
    {
      tenants,
      keys,
      tickets,
      reserved,
      idempotency,
      folders: await foldersOf(sql, requests),
      contents: await contentsThere(sql, requests, tenants),
      ...(await uploadsOf(sql, requests, tenants)),
      now,
      trusted: requests.some(({ pendingFor }) => pendingFor != null)
        ? (await timeAndSweeps(sql)).trusted
        : null,
    },
  )
  const done = requests.flatMap((request, index) => {
    const value = outcomes[index]
    if (value === undefined || isStowageError(value)) return []
    return [{ verb: 'insert' as const, request, value }]
  })
  const told = new Set<string>()
  if (rows.length > 0 || recognised.length > 0 || charged.length > 0) {
    const events = notedEvents(done)
    const values = [
      await jsonOfRows(rows),
      ...growthValues(growth),
      taken,
      JSON.stringify(recognised),
      ...(events.length === 0 ? [] : insertedEvents(events, tenants)),
    ]
    const text = events.length === 0 ? INSERT : INSERT_AND_TELL
    const found =
      charged.length === 0
        ? await sql<ToldTenant>(text.free, values)
        : await sql<ToldTenant>(text.charged, [...values, JSON.stringify(charged)])
    for (const { name, id } of found.length === 0 ? [] : tenants.values()) {
      if (found.some(({ tenant_id: tenantId }) => tenantId === id)) told.add(name)
    }
  }
  for (const upload of finished) await replaceUpload(sql, upload)
  await onWrite(sql, done, [...told])
  return outcomes
}

/** Locks the uploads that become assets, and counts those of tenants with a quota. Most batches have neither. */
async function uploadsOf(
  sql: Sql,
  requests: readonly InsertRequest[],
  tenants: InsertFacts['tenants'],
): Promise<Pick<InsertFacts, 'uploads' | 'unfinished'>> {
  const ids = requests.flatMap(({ upload }) => upload?.id ?? [])
  const uploads = ids.length === 0 ? new Map() : await uploadsById(sql, ids, { isLocked: true })
  const limited = requests.flatMap(({ quota, tenant }) =>
    quota === null ? [] : (tenants.get(tenant)?.id ?? []),
  )
  const unfinished = new Map<number, UploadCounts>()
  for (const id of new Set(limited)) unfinished.set(id, await countedUploads(sql, id, []))
  return { uploads, unfinished }
}

/**
 * Runs a statement only for uploads into folders. The tenants are locked, so none of their folders appears or
 * disappears.
 */
async function foldersOf(
  sql: Sql,
  requests: readonly InsertRequest[],
): Promise<InsertFacts['folders']> {
  const ids = requests.flatMap(({ assets }) => assets.flatMap(({ folderId }) => folderId ?? []))
  if (ids.length === 0) return new Map()
  const rows = await sql<FolderOwner>(
    'SELECT id, tenant_id, created_by FROM $schema.folders WHERE id = ANY($1::text[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const INSERT_STEPS = `${countChangesCte('$2', '$3')}, ${consumeReservationsCte('$4')}, ${idempotencyStep('$5')}`
/** Without and with tickets to charge. */
const INSERT = {
  free: `WITH ${INSERT_STEPS} ${INSERT_ASSETS}`,
  charged: `WITH ${INSERT_STEPS}, ${ticketStep('$6')} ${INSERT_ASSETS}`,
}
const EVENTS = insertEventsSql(6)
const STORE_STEPS = `${INSERT_STEPS}, stored AS (${INSERT_ASSETS}), ${EVENTS.step}`
/** Likewise, and adds the events to the change feed: their own statement would be one more wait under the lock. */
const INSERT_AND_TELL = {
  free: `WITH ${STORE_STEPS} ${EVENTS.select}`,
  charged: `WITH ${STORE_STEPS}, ${ticketStep('$13')} ${EVENTS.select}`,
}

/**
 * Locks the reserved blob keys, then the tenants, then the keys and the tickets, in one statement. `WITH` locks in the
 * order in which the results are selected, and reads rows again that it had to wait for. API keys come after the
 * tenants: a key that was revoked during the wait is seen as revoked, and a revocation waits only for the commit.
 */
async function lockFor(
  sql: Sql,
  requests: readonly InsertRequest[],
  names: readonly string[],
): Promise<
  Omit<InsertFacts, 'idempotency' | 'folders' | 'contents' | 'trusted' | 'uploads' | 'unfinished'>
> {
  const blobKeys = requests.flatMap(({ assets }) => assets.flatMap(blobKeysOf))
  const keyIds = new Set(requests.flatMap(({ keyId }) => keyId ?? []))
  const ticketIds = new Set(requests.flatMap(({ ticket }) => ticket ?? []))
  const hasTickets = ticketIds.size > 0
  const [found] = await sql<{
    readonly keys: readonly { readonly id: string; readonly expires_at: number | null }[] | null
    readonly tickets?: readonly TicketCounts[] | null
    readonly reserved: readonly string[] | null
    readonly tenants: readonly TenantRow[] | null
    readonly now: number
  }>(hasTickets ? LOCK_WITH_TICKETS : LOCK_FOR_BATCH, [
    [...keyIds],
    blobKeys,
    names,
    ...(hasTickets ? [[...ticketIds]] : []),
  ])
  return {
    keys: new Map(found?.keys?.map(({ id, expires_at }) => [id, expires_at])),
    tickets: new Map(found?.tickets?.map((ticket) => [ticket.id, ticket])),
    reserved: new Set(found?.reserved),
    tenants: new Map(found?.tenants?.map((tenant) => [tenant.name, tenant])),
    now: found?.now ?? 0,
  }
}

const LOCK_STEPS = `
  reserved AS MATERIALIZED (${lockReservedText('$2')}),
  tenants AS MATERIALIZED (${lockTenantsText('name = ANY($3::text[])')}),
  keys AS MATERIALIZED (${lockValidKeysText('$1')})`
const LOCKED = `(SELECT json_agg(key) FROM reserved) AS reserved,
    (SELECT json_agg(tenants) FROM tenants) AS tenants,
    (SELECT json_agg(keys) FROM keys) AS keys`
const LOCK_FOR_BATCH = `WITH ${LOCK_STEPS} SELECT ${LOCKED}, $now AS now`
const LOCK_WITH_TICKETS = `WITH ${LOCK_STEPS}, tickets AS MATERIALIZED (${lockTicketsText('$4')})
  SELECT ${LOCKED}, (SELECT json_agg(tickets) FROM tickets) AS tickets, $now AS now`
