import type { Folder, FolderRecord } from '../../folders/folder.ts'
import { nameKey } from '../../text/name-key.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import { formatTimestamp, type Micros, parseTimestamp } from '../../time/timestamp.ts'
import type { SqliteValue } from '../driver/client.ts'

/** A row of `folders` with the name of its tenant. */
export interface PlainFolderRow {
  readonly tenant: string
  readonly tenant_id: number
  readonly id: string
  readonly parent_id: string | null
  readonly created_by: string | null
  readonly name: string
  readonly height: number
  readonly created_at: Micros
  readonly updated_at: Micros
}

/** A folder row with the names of the folders down to it, as JSON. */
export interface FolderRow extends PlainFolderRow {
  readonly path: string
}

/** Selects a `FolderRow`; a `WHERE` follows. Walks the path up, at most 32 steps. */
export const SELECT_FOLDER = `
  SELECT t.name AS tenant, f.tenant_id, f.id, f.parent_id, f.created_by, f.name, f.height, f.created_at, f.updated_at,
    (WITH RECURSIVE up (parent_id, name, step) AS (
        SELECT f.parent_id, f.name, 1
        UNION ALL
        SELECT p.parent_id, p.name, up.step + 1 FROM up JOIN folders p ON p.id = up.parent_id AND up.step < 32)
      SELECT json_group_array(name) FROM (SELECT name FROM up ORDER BY step DESC)) AS path
  FROM folders f JOIN tenants t ON t.id = f.tenant_id`

export function folderOfRow(row: FolderRow): Folder {
  const { height: _, ...folder } = folderRecordOfRow(row)
  return { ...folder, path: JSON.parse(row.path) as readonly string[] }
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

/** Takes the parameters that `folderParameters` makes. */
export const INSERT_FOLDER = `
  INSERT INTO folders
    (id, tenant_id, parent_id, created_by, name, sibling_key, name_key, height, created_at, updated_at)
  VALUES
    (:id, :tenantId, :parentId, :createdBy, :name, :siblingKey, :nameKey, :height, :createdAt, :updatedAt)`

export function folderParameters(
  folder: FolderRecord,
  tenantId: number,
): Record<string, SqliteValue> {
  const { id, parentId, createdBy, name, height } = folder
  return {
    id,
    tenantId,
    parentId,
    createdBy,
    name,
    siblingKey: siblingKey(name),
    nameKey: nameKey(name),
    height,
    createdAt: parseTimestamp(folder.createdAt),
    updatedAt: parseTimestamp(folder.updatedAt),
  }
}
