import {
  encodeBlobState,
  invalidArgument,
  parseTimestamp,
  parseTimestampOrNull,
  type TransferEntry,
  type TransferKind,
  type TransferProgress,
  type TransferValues,
  transferRefused,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { insertKey } from '../keys/key-records.ts'
import { rowOfTicket } from '../keys/ticket-records.ts'
import { lockTenants, makeTenants } from '../tenants/tenants.ts'
import { receiveAssets } from './receive-assets.ts'
import { receiveAttachments } from './receive-attachments.ts'
import { receiveAudit } from './receive-audit.ts'
import { receiveFolders } from './receive-folders.ts'
import { receiveVersions } from './receive-versions.ts'

/** `TransferTarget.progress` */
export async function progressOf(sql: Sql): Promise<TransferProgress | null> {
  const [row] = await sql<TransferProgress>('SELECT id, cursor FROM $schema.transfers')
  return row ?? null
}

/** `TransferTarget.isEmpty` */
export async function isEmpty(sql: Sql): Promise<boolean> {
  return (await sql('SELECT FROM $schema.tenants LIMIT 1')).length === 0
}

/** `TransferTarget.receive` */
export async function receive(
  sql: Sql,
  request: { readonly progress: TransferProgress; readonly entries: readonly TransferEntry[] },
): Promise<void> {
  await noteProgress(sql, request.progress)
  const entries = lastOfEach(request.entries)
  await makeTenants(sql, namesOf(entries))
  const tenants = await lockTenants(sql, { names: namesOf(entries) })
  const ids = new Map(tenants.map(({ name, id }) => [name, id]))
  const idOf = (name: string | null): number => {
    const id = ids.get(name ?? '')
    if (id === undefined)
      throw invalidArgument('tenant', 'The tenant has a name that cannot be stored.')
    return id
  }

  for (const { key, value } of ofKind(entries, 'tenant')) {
    const text = 'UPDATE $schema.tenants SET next_seq = $2, list_key = $3 WHERE name = $1'
    if (value !== null) await sql(text, [key, value.nextSeq, value.listKey])
  }
  for (const { key, value } of ofKind(entries, 'key')) {
    await sql('DELETE FROM $schema.keys WHERE id = $1', [key])
    if (value !== null) await insertKey(sql, value)
  }
  await replaceRows(
    sql,
    'upload_tickets',
    'id',
    ofKind(entries, 'ticket'),
    ({ value }) => rowOfTicket(value, idOf(value.tenant)),
    ({ key }) => ({ id: key }),
  )
  await receiveFolders(sql, ofKind(entries, 'folder'), idOf)
  await receiveAssets(sql, ofKind(entries, 'asset'), idOf)
  await receiveVersions(sql, ofKind(entries, 'version'), idOf)
  await receiveAttachments(sql, ofKind(entries, 'attachment'), idOf)
  await replaceRows(sql, 'blobs', 'key', ofKind(entries, 'blob'), ({ key, value }) => ({
    key,
    state: encodeBlobState(value.state),
    due: parseTimestampOrNull(value.deleteAfter),
    tenant_id: value.tenant === null ? null : idOf(value.tenant),
  }))
  await replaceRows(
    sql,
    'tombstones',
    'tenant_id, id',
    ofKind(entries, 'tombstone'),
    ({ tenant, key, value }) => ({
      tenant_id: idOf(tenant),
      id: key,
      purged_at: parseTimestamp(value.purgedAt),
      created_by: value.createdBy,
    }),
    ({ tenant, key }) => ({ tenant_id: idOf(tenant), id: key }),
  )
  await replaceRows(
    sql,
    'idempotency_records',
    'tenant_id, key',
    ofKind(entries, 'idempotency'),
    ({ tenant, key, value }) => ({
      tenant_id: idOf(tenant),
      key,
      digest: value.digest,
      ids: value.ids,
      expires_at: parseTimestamp(value.expiresAt),
    }),
    ({ tenant, key }) => ({ tenant_id: idOf(tenant), key }),
  )
  await receiveAudit(sql, ofKind(entries, 'audit'), idOf)
  await replaceRows(
    sql,
    'leases',
    'name',
    ofKind(entries, 'lease'),
    ({ key, value }) => ({ name: key, holder: value.holder, until: parseTimestamp(value.until) }),
    ({ key }) => ({ name: key }),
  )
}

type EntryOf<Kind extends TransferKind> = Extract<TransferEntry, { readonly kind: Kind }>
type Present<Kind extends TransferKind> = EntryOf<Kind> & { readonly value: TransferValues[Kind] }

/** Saves and locks the progress, so that two movers take turns. */
async function noteProgress(sql: Sql, { id, cursor }: TransferProgress): Promise<void> {
  await sql(
    `INSERT INTO $schema.transfers (id, cursor)
      SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM $schema.tenants) ON CONFLICT DO NOTHING`,
    [id, cursor],
  )
  const [progress] = await sql<{ id: string }>('SELECT id FROM $schema.transfers FOR UPDATE')
  if (progress === undefined) {
    throw transferRefused('Only an empty database can be filled from another.')
  }
  if (progress.id !== id) throw transferRefused('This database is being filled from another one.')
  await sql('UPDATE $schema.transfers SET cursor = $1', [cursor])
}

/** The last entry of each record. */
function lastOfEach(entries: readonly TransferEntry[]): readonly TransferEntry[] {
  const named = entries.map((entry) => {
    const { kind, tenant, key } = entry
    return [JSON.stringify([kind, tenant, key]), entry] as const
  })
  return [...new Map(named).values()]
}

function namesOf(entries: readonly TransferEntry[]): readonly string[] {
  const names = entries.flatMap(({ kind, tenant, key, value }) => {
    if (kind === 'tenant') return [key]
    if (value !== null && 'tenant' in value) return value.tenant ?? []
    return tenant === null ? [] : [tenant]
  })
  return [...new Set(names)]
}

function ofKind<Kind extends TransferKind>(
  entries: readonly TransferEntry[],
  kind: Kind,
): readonly EntryOf<Kind>[] {
  return entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
}

/** Replaces the rows that these columns identify with those of the entries that have a value. */
async function replaceRows<Kind extends TransferKind>(
  sql: Sql,
  table: string,
  columns: string,
  entries: readonly EntryOf<Kind>[],
  rowOfEntry: (entry: Present<Kind>) => object,
  keyOfEntry: (entry: EntryOf<Kind>) => object = ({ key }) => ({ key }),
): Promise<void> {
  if (entries.length === 0) return
  const records = `json_populate_recordset(NULL::$schema.${table}, $1)`
  await sql(
    `DELETE FROM $schema.${table} WHERE (${columns}) IN (SELECT ${columns} FROM ${records})`,
    [JSON.stringify(entries.map(keyOfEntry))],
  )
  const present = entries.filter((entry): entry is Present<Kind> => entry.value !== null)
  await sql(`INSERT INTO $schema.${table} SELECT * FROM ${records}`, [
    JSON.stringify(present.map(rowOfEntry)),
  ])
}
