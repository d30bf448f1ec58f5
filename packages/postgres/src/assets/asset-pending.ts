import type { AssetRecord, IdsRequest } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { lockToChange } from './asset-locks.ts'

/** `AssetRecords.keep` */
export async function keep(sql: Sql, request: IdsRequest): Promise<readonly AssetRecord[]> {
  return keepPending(sql, await lockToChange(sql, request))
}

/** Keeps the pending assets of these rows, which are locked. Resolves to their changed records. */
export async function keepPending(
  sql: Sql,
  rows: readonly AssetRow[],
): Promise<readonly AssetRecord[]> {
  const pending = rows.filter((row) => row.pending_until !== null)
  if (pending.length === 0) return []
  await sql('UPDATE $schema.assets SET pending_until = NULL WHERE id = ANY($1::uuid[])', [
    pending.map(({ id }) => id),
  ])
  return pending.map((row) => ({ ...assetOfRow(row), pendingUntil: null }))
}
