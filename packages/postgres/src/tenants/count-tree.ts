import { blockSizes, LIVE, type ListNumber, TRASH, WHOLE_TENANT } from '@stowage/core/internal'

export { LIVE, type ListNumber, TRASH, WHOLE_TENANT }

/**
 * Steps of a `WITH` that write the block changes of the JSON list in this parameter. The caller has locked the
 * tenants' rows in an earlier statement, so the steps change exactly the rows that they read.
 */
export function countSteps(parameter: string): string {
  const same =
    'c.tenant_id = x."tenantId" AND c.part = x.part AND c.list = x.list AND c.level = x.level AND c.block = x.block'
  return `
    change AS MATERIALIZED (SELECT * FROM json_to_recordset(${parameter})
      AS x ("tenantId" int, part text, list smallint, level smallint, block bigint, by bigint, bytes bigint)),
    raised AS (INSERT INTO $schema.counts AS c (tenant_id, part, list, level, block, n, bytes)
      SELECT "tenantId", part, list, level, block, by, bytes FROM change WHERE by > 0
      ON CONFLICT (tenant_id, part, list, level, block)
        DO UPDATE SET n = c.n + excluded.n, bytes = c.bytes + excluded.bytes),
    lowered AS (UPDATE $schema.counts c SET n = c.n + x.by, bytes = c.bytes + x.bytes FROM change x
      WHERE ${same} AND x.by <= 0 AND c.n + x.by > 0),
    emptied AS (DELETE FROM $schema.counts c USING change x
      WHERE ${same} AND x.by < 0 AND c.n + x.by <= 0)`
}

/** The parts that lists are made of: all assets of a tenant, or those of a creator, a type or a folder. */
export type PartKind = 'tenant' | 'creator' | 'type' | 'folder'

/**
 * Steps of a `WITH` that find the asset at an offset, counted from the newest; the parameters name the offset and
 * the part. The asset's `seq` is below `start.below_seq`. `skip` newer assets of the list are below that too: fewer
 * than a block of level 0 covers. No row past the end. A step `tenant` with an `id` comes before.
 */
export function locateSteps(
  kind: PartKind,
  list: ListNumber,
  { offset, part }: { readonly offset: string; readonly part: string },
): string {
  const spans = blockSizes(kind === 'tenant' ? WHOLE_TENANT : kind)
  const steps = spans
    .map((span, level) => {
      const above = spans[level + 1]
      const parent = above === undefined ? '' : `, level_${level + 1} above`
      const children = above === undefined ? 0 : above / span
      const within =
        above === undefined
          ? ''
          : `AND c.block BETWEEN above.block * ${children} AND above.block * ${children} + ${children - 1}`
      // The sum runs along the primary key, newest block first, and stops at the wanted block.
      return `level_${level} AS (SELECT block, newer FROM (
      SELECT c.block, c.n, ${above === undefined ? 0 : 'above.newer'} - c.n
          + (sum(c.n) OVER (ORDER BY c.block DESC ROWS UNBOUNDED PRECEDING))::bigint AS newer
        FROM tenant${parent}, $schema.counts c
        WHERE c.tenant_id = tenant.id AND c.part = ${part} AND c.list = ${list} AND c.level = ${level} ${within}
      ) blocks WHERE newer + n > ${offset}::bigint ORDER BY block DESC LIMIT 1)`
    })
    .toReversed()
  return `${steps.join(',\n')},
    start AS (SELECT (block + 1) * ${spans[0]} AS below_seq, ${offset}::bigint - newer AS skip FROM level_0)`
}
