import { RENAMED } from './older-instance.mjs'

/**
 * What must be the same before and after: each asset with all that version 1 kept of it, in the order of its tenant.
 * Not the folder: version 1 took any text for one. Not the names of those that an older instance renames.
 */
export const ASSETS = `SELECT tenant_id, seq, id, public_file_id,
  CASE WHEN tenant_id > 1 OR seq > ${RENAMED} THEN name END AS name, type, mime_type, extension, size, sha256, status,
  is_favourite, created_by, created_at, updated_at, trashed_at, blob_key, variants FROM assets ORDER BY tenant_id, seq`

/** Counts everything anew from the assets, and gives what differs from what is kept. `ASSETS_BYTES` is of one row. */
export const recountText = ({ bytes, list, schema = '' }) => `
  WITH sized AS (SELECT tenant_id, ${list} AS list, seq, type, folder_id, created_by, ${bytes} AS bytes
      FROM ${schema}assets),
    real AS (
      SELECT tenant_id, '' AS part, list, 0 AS level, seq / 256 AS block, count(*) AS n, 0 AS bytes FROM sized GROUP BY 1, 3, 5
      UNION ALL SELECT tenant_id, '', list, 1, seq / 65536, count(*), 0 FROM sized GROUP BY 1, 3, 5
      UNION ALL SELECT tenant_id, '', list, 2, seq / 16777216, count(*), sum(bytes) FROM sized GROUP BY 1, 3, 5
      UNION ALL SELECT tenant_id, 'by:' || coalesce(created_by, ''), list, 0, seq / 16384, count(*), sum(bytes)
        FROM sized GROUP BY 1, 2, 3, 5
      UNION ALL SELECT tenant_id, 'type:' || type, list, 0, seq / 16384, count(*), sum(bytes) FROM sized GROUP BY 1, 2, 3, 5
      UNION ALL SELECT tenant_id, 'in:' || folder_id, list, 0, seq / 16384, count(*), sum(bytes) FROM sized
        WHERE folder_id IS NOT NULL GROUP BY 1, 2, 3, 5),
    kept AS (SELECT tenant_id, part, list, level, block, n, bytes FROM ${schema}counts)
  SELECT (SELECT count(*) FROM (SELECT * FROM real EXCEPT SELECT * FROM kept) a)
    + (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM real) b) AS wrong`
