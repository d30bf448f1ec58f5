import {
  ATTACHED,
  alreadyExists,
  type BlobLedger,
  CLAIMED,
  DELETED_FIRST,
  LAST_DELETION,
  RESERVED,
  reservationLost,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { QueryFailure } from '../connection/failure.ts'
import { isHeld } from '../leases/leases.ts'

interface BlobRow {
  readonly key: string
  readonly state: number
  readonly due: number
}

/** The reserved ones of the keys, locked until the transaction ends. */
export async function lockReserved(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql<BlobRow>(lockReservedText('$1'), [keys])
  return new Set(rows.map(({ key }) => key))
}

/** What `lockReserved` runs. */
export function lockReservedText(parameter: string): string {
  return lockText(parameter, `state = ${RESERVED}`)
}

/** A step of a `WITH` by which records take over the blobs of this list of reserved keys. */
export function consumeReservationsCte(parameter: string): string {
  return `taken AS (UPDATE $schema.blobs SET state = ${ATTACHED}, due = NULL
    WHERE key = ANY(${parameter}::text[]))`
}

/** Makes a reservation last so many milliseconds from now, if it does not already; `reservation_lost`. */
export async function extendReservation(
  sql: Sql,
  key: string | null,
  lifetime: number,
): Promise<void> {
  if (key === null) return
  const [extended] = await sql(
    `UPDATE $schema.blobs SET due = greatest(due, $now + $2::bigint * 1000)
      WHERE key = $1 AND state = ${RESERVED} RETURNING 1`,
    [key, lifetime],
  )
  if (extended === undefined) throw reservationLost()
}

/** Blobs that no record of the tenant names any more. */
export interface FreedBlobs {
  readonly tenantId: number
  readonly keys: readonly string[]
}

/** Claims blobs that no record names any more: they are due for deletion after `grace` milliseconds, by default now. */
export async function addClaims(sql: Sql, freed: readonly FreedBlobs[], grace = 0): Promise<void> {
  const tenantIds = freed.flatMap(({ tenantId, keys }) => keys.map((key) => [key, tenantId]))
  // The keys alone find the rows, so that the plan needs no statistics.
  await sql(
    `UPDATE $schema.blobs SET state = ${CLAIMED}, due = $now + $2::bigint * 1000,
        tenant_id = ($3::jsonb ->> key)::int
      WHERE key = ANY($1::text[])`,
    [freed.flatMap(({ keys }) => keys), grace, JSON.stringify(Object.fromEntries(tenantIds))],
  )
}

/** Makes claimed blobs that are, or may be, this tenant's and could not be deleted yet due now. */
export async function makeClaimsDue(sql: Sql, tenantId: number): Promise<void> {
  const hurry = `UPDATE $schema.blobs SET due = $now WHERE state = ${CLAIMED} AND`
  await sql(`${hurry} tenant_id IS NULL AND due > $now`)
  // The pair is a range of `blobs_tenant` only: with `due` alone, the index of all tenants could serve it.
  await sql(`${hurry} tenant_id = $1 AND (tenant_id, due) > ($1, $now)`, [tenantId])
}

/** Whether a blob of this tenant is claimed and was not deleted yet. */
export async function hasClaims(sql: Sql, tenantId: number): Promise<boolean> {
  const [claim] = await sql(
    `SELECT 1 FROM $schema.blobs WHERE state = ${CLAIMED} AND tenant_id = $1
      ORDER BY tenant_id, due LIMIT 1`,
    [tenantId],
  )
  return claim !== undefined
}

/** `BlobLedger.reserve`; `lifetime` in milliseconds. */
export async function reserve(sql: Sql, keys: readonly string[], lifetime: number): Promise<void> {
  try {
    await sql(
      `INSERT INTO $schema.blobs (key, state, due)
        SELECT key, ${RESERVED}, $now + $2::bigint * 1000 FROM unnest($1::text[]) AS fresh (key) ORDER BY key`,
      [keys, lifetime],
    )
  } catch (error) {
    throw error instanceof QueryFailure && error.kind === 'taken' ? alreadyExists('key') : error
  }
}

/** `BlobLedger.claim` */
export async function claim(
  sql: Sql,
  which: Parameters<BlobLedger['claim']>[0],
): Promise<readonly string[]> {
  const isDue = 'due' in which
  const keys = isDue ? await dueKeys(sql, which) : which.keys
  // While this waited for the locks of other claims and inserts, a blob found due may have changed.
  const condition = `state <> ${ATTACHED} AND ${isDue ? 'due <= $now' : 'true'}`
  const rows = await lockBlobs(sql, keys, condition)
  const claimed = new Set(rows.map(({ key }) => key))
  await sql(
    `UPDATE $schema.blobs SET state = CASE state WHEN ${RESERVED} THEN ${CLAIMED}
        -- Only what has fallen due a second time is deleted for the last time.
        WHEN ${DELETED_FIRST} THEN ${isDue ? LAST_DELETION : DELETED_FIRST} ELSE state END
      WHERE key = ANY($1::text[]) AND state IN (${RESERVED}, ${DELETED_FIRST})`,
    [[...claimed]],
  )
  return keys.filter((key) => claimed.has(key))
}

/** `BlobLedger.recordDeletions` */
export async function recordDeletions(
  sql: Sql,
  request: Parameters<BlobLedger['recordDeletions']>[0],
): Promise<void> {
  const { deleted, failed = [], retryAfter } = request
  const claimed = `state IN (${CLAIMED}, ${LAST_DELETION})`
  const rows = await lockBlobs(sql, [...new Set([...deleted, ...failed])], claimed)
  const states = new Map(rows.map(({ key, state }) => [key, state]))
  const inState = (keys: readonly string[], state: number): readonly string[] =>
    keys.filter((key) => states.get(key) === state)

  await sql('DELETE FROM $schema.blobs WHERE key = ANY($1::text[])', [
    inState(deleted, LAST_DELETION),
  ])
  const move = (keys: readonly string[], state: number): Promise<unknown> =>
    sql(
      `UPDATE $schema.blobs SET state = $2, due = $now + $3::bigint * 1000
        WHERE key = ANY($1::text[])`,
      [keys, state, retryAfter],
    )
  await move([...inState(deleted, CLAIMED), ...inState(failed, LAST_DELETION)], DELETED_FIRST)
  await move(inState(failed, CLAIMED), CLAIMED)
}

/** `BlobLedger.filterOrphans` */
export async function filterOrphans(sql: Sql, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ key: string }>(
    `SELECT given.key FROM unnest($1::text[]) WITH ORDINALITY AS given (key, position)
      WHERE NOT EXISTS (SELECT FROM $schema.blobs b WHERE b.key = given.key) ORDER BY position`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

function lockBlobs(
  sql: Sql,
  keys: readonly string[],
  condition: string,
): Promise<readonly BlobRow[]> {
  return sql<BlobRow>(lockText('$1', condition), [keys])
}

/** In the order of the keys, so that two transactions that lock the same ones cannot deadlock. */
function lockText(parameter: string, condition: string): string {
  return `SELECT key, state, due FROM $schema.blobs
    WHERE key = ANY(${parameter}::text[]) AND ${condition} ORDER BY key FOR UPDATE`
}

async function dueKeys(
  sql: Sql,
  { limit, tenant }: { readonly limit: number; readonly tenant?: string },
): Promise<readonly string[]> {
  if (await isHeld(sql)) return []
  const rows =
    tenant === undefined
      ? await sql<{ key: string }>(DUE, [limit])
      : await sql<{ key: string }>(DUE_OF_TENANT, [limit, tenant])
  return rows.map(({ key }) => key)
}

const DUE = 'SELECT key FROM $schema.blobs WHERE due <= $now ORDER BY due LIMIT $1'

/**
 * Due blobs of the tenant and of none, each by its own index: one condition for both would walk the due blobs of all
 * tenants.
 */
const DUE_OF_TENANT = `SELECT key FROM (
    (SELECT key, due FROM $schema.blobs WHERE tenant_id IS NULL AND due <= $now ORDER BY due LIMIT $1)
    UNION ALL
    (SELECT key, due FROM $schema.blobs
      WHERE tenant_id = (SELECT id FROM $schema.tenants WHERE name = $2) AND due <= $now
      ORDER BY tenant_id, due LIMIT $1)) found
  ORDER BY due LIMIT $1`
