import type { Sql } from '../connection/database.ts'
import { grow, lockTenants } from '../tenants/tenants.ts'
import { deleteVersions } from '../versions/forget-versions.ts'
import { INSERT_VERSIONS, rowOfVersion } from '../versions/version-row.ts'
import type { EntryOf } from './replace-rows.ts'

/** Writes versions as in the source database, and counts their bytes. */
export async function receiveVersions(
  sql: Sql,
  entries: readonly EntryOf<'version'>[],
  idOf: (tenant: string) => number,
): Promise<void> {
  const gone = await deleteVersions(
    sql,
    entries.map(({ key }) => key),
  )
  await lockTenants(sql, { ids: [...new Set(gone.map(({ tenant_id: id }) => id))] })
  const rows = entries.flatMap(({ value }) =>
    value === null ? [] : [rowOfVersion(value, idOf(value.tenant))],
  )
  await sql(INSERT_VERSIONS, [JSON.stringify(rows)])
  const bytes = new Map<number, number>()
  const add = (id: number, by: number) => bytes.set(id, (bytes.get(id) ?? 0) + by)
  for (const { tenant_id: id, size } of gone) add(id, -size)
  for (const { tenant_id: id, size } of rows) add(id, size)
  await grow(sql, { counts: [], bytes })
}
