import {
  invalidArgument,
  type TransferEntry,
  type TransferProgress,
  transferRefused,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { lockTenants, makeTenants } from '../tenants/tenants.ts'
import { TRANSFER_TABLES } from './transfer-tables.ts'

/** `TransferTarget.progress` */
export async function progressOf(sql: Sql): Promise<TransferProgress | null> {
  const [row] = await sql<TransferProgress>('SELECT id, cursor FROM $schema.transfers')
  return row ?? null
}

/** `TransferTarget.isEmpty`. Every record has a tenant, except jobs of the whole store. */
export async function isEmpty(sql: Sql): Promise<boolean> {
  const tenants = await sql('SELECT FROM $schema.tenants LIMIT 1')
  return tenants.length === 0 && (await sql('SELECT FROM $schema.jobs LIMIT 1')).length === 0
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

  for (const table of TRANSFER_TABLES) await table.receive(sql, entries, idOf)
}

/** Saves and locks the progress, so that two movers take turns. */
async function noteProgress(sql: Sql, { id, cursor }: TransferProgress): Promise<void> {
  await sql(
    `INSERT INTO $schema.transfers (id, cursor)
      SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM $schema.tenants) AND NOT EXISTS (SELECT FROM $schema.jobs) ON CONFLICT DO NOTHING`,
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
