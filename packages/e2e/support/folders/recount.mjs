/**
 * SQL that counts everything anew from the assets, and gives as `wrong` how many rows of `counts` differ. `bytes` and `list`
 * are expressions of a row of `assets`.
 */
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
