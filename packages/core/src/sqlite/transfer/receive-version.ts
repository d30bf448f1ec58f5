import type { VersionRecord } from '../../versions/asset-version.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { addBytes } from '../versions/forget-versions.ts'
import { insertVersion } from '../versions/version-row.ts'

/** Makes a version what it is in the source database, and counts its bytes. */
export function receiveVersion(
  { sql }: Pick<Transaction, 'sql'>,
  id: string,
  value: VersionRecord | null,
): void {
  const before = sql<{ tenant_id: number; size: number }>(
    'DELETE FROM versions WHERE id = ? RETURNING tenant_id, size',
  ).get(id)
  if (before !== undefined) addBytes(sql, before.tenant_id, -before.size)
  if (value === null) return
  const tenantId = ensureTenant(sql, value.tenant)
  insertVersion(sql, value, tenantId)
  addBytes(sql, tenantId, value.size)
}
