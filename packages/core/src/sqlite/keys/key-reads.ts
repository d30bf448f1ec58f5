import type { ApiKeyRecord } from '../../model/api-key.ts'
import type { Sql } from '../engine/client.ts'
import { type KeyRow, keyOfRow, SELECT_KEY } from './key-row.ts'

/** Made once, as in `asset-reads.ts`. */
const BY_ID = `${SELECT_KEY} WHERE k.id = ?`

/** `ApiKeyRecords.get` */
export function getKey(sql: Sql, id: string): ApiKeyRecord | null {
  const row = sql<KeyRow>(BY_ID).get(id)
  return row === undefined ? null : keyOfRow(row)
}

/** `ApiKeyRecords.list` */
export function listKeys(sql: Sql, tenant: string): readonly ApiKeyRecord[] {
  return sql<KeyRow>(`${SELECT_KEY} WHERE t.name = ? ORDER BY k.created_at, k.rowid`)
    .all(tenant)
    .map(keyOfRow)
}
