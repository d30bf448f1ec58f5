import type { Folder } from '@stowage/core'
import {
  type FolderRecord,
  formatTimestamp,
  nameKey,
  parseTimestamp,
  siblingKey,
} from '@stowage/core/internal'

/** A row of `folders` with the name of its tenant, without the keys of its name. Times in microseconds. */
export interface PlainFolderRow {
  readonly tenant: string
  readonly tenant_id: number
  readonly id: string
  readonly parent_id: string | null
  readonly created_by: string | null
  readonly name: string
  readonly height: number
  readonly created_at: number
  readonly updated_at: number
}

/** A folder row with the names of the folders down to it. */
export interface FolderRow extends PlainFolderRow {
  readonly path: readonly string[]
}

/** Selects a `PlainFolderRow`; a `WHERE` follows. */
export const SELECT_PLAIN_FOLDER =
  'SELECT t.name AS tenant, f.* FROM $schema.folders f JOIN $schema.tenants t ON t.id = f.tenant_id'

/**
 * Selects a `FolderRow`; a `WHERE` follows. Walks the path up, at most 32 steps. `OFFSET 0` makes each step use the
 * index, where a join would scan a small table.
 */
export const SELECT_FOLDER = `SELECT t.name AS tenant, f.*, (
    WITH RECURSIVE up (parent_id, name, step) AS (
      SELECT f.parent_id, f.name, 1
      UNION ALL
      SELECT p.parent_id, p.name, up.step + 1 FROM up CROSS JOIN LATERAL (
        SELECT p.parent_id, p.name FROM $schema.folders p WHERE p.id = up.parent_id AND up.step < 32 OFFSET 0) p)
    SELECT json_agg(up.name ORDER BY up.step DESC) FROM up) AS path
  FROM $schema.folders f JOIN $schema.tenants t ON t.id = f.tenant_id`

export function folderOfRow(row: FolderRow): Folder {
  const { height: _, ...folder } = folderRecordOfRow(row)
  return { ...folder, path: row.path }
}

/** The record of a row. */
export function folderRecordOfRow(row: PlainFolderRow): FolderRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    name: row.name,
    parentId: row.parent_id,
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    height: row.height,
  }
}

/** The row of a folder record, without its tenant's name. */
export function rowOfFolder(folder: FolderRecord, tenantId: number): object {
  return {
    id: folder.id,
    tenant_id: tenantId,
    height: folder.height,
    created_at: parseTimestamp(folder.createdAt),
    updated_at: parseTimestamp(folder.updatedAt),
    parent_id: folder.parentId,
    created_by: folder.createdBy,
    name: folder.name,
    sibling_key: siblingKey(folder.name),
    name_key: nameKey(folder.name),
  }
}
