/** Blocks of one level that a block of the next level spans. */
const FAN_OUT = 256
/** Levels 0 … 2. A block of level 2 covers 2^24 insertion numbers, so a tenant has few of them. */
const TOP_LEVEL = 2

/** Which of a tenant's lists: the active assets or the trash. */
export const LIVE = 0
export const TRASH = 1
export type ListNumber = typeof LIVE | typeof TRASH

/** An asset with this insertion number came into (+1) or left (−1) a list. */
export interface CountChange {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
  readonly by: 1 | -1
}

/** How much a block of the tree grows; a row of the parameter of `countSteps`. */
interface BlockChange {
  readonly tenant_id: number
  readonly list: ListNumber
  readonly level: number
  readonly block: number
  readonly by: number
}

/** The changes of a transaction, one for each block that they touch. */
export function blockChanges(changes: readonly CountChange[]): readonly BlockChange[] {
  const blocks = new Map<string, BlockChange>()
  for (const { tenantId, list, seq, by } of changes) {
    for (let level = 0; level <= TOP_LEVEL; level += 1) {
      const block = Math.floor(seq / FAN_OUT ** (level + 1))
      const key = `${tenantId} ${list} ${level} ${block}`
      const sum = (blocks.get(key)?.by ?? 0) + by
      blocks.set(key, { tenant_id: tenantId, list, level, block, by: sum })
    }
  }
  return [...blocks.values()].filter(({ by }) => by !== 0)
}

/**
 * Steps of a `WITH` that write the block changes of the JSON list in this parameter. The caller holds the
 * tenants' rows locked since an earlier statement, so what the steps read is what they change.
 */
export function countSteps(parameter: string): string {
  const same =
    'c.tenant_id = x.tenant_id AND c.list = x.list AND c.level = x.level AND c.block = x.block'
  return `
    change AS MATERIALIZED (SELECT * FROM json_to_recordset(${parameter})
      AS x (tenant_id int, list smallint, level smallint, block bigint, by bigint)),
    raised AS (INSERT INTO $schema.counts AS c (tenant_id, list, level, block, n)
      SELECT tenant_id, list, level, block, by FROM change WHERE by > 0
      ON CONFLICT (tenant_id, list, level, block) DO UPDATE SET n = c.n + excluded.n),
    lowered AS (UPDATE $schema.counts c SET n = c.n + x.by FROM change x
      WHERE ${same} AND x.by < 0 AND c.n + x.by > 0),
    emptied AS (DELETE FROM $schema.counts c USING change x
      WHERE ${same} AND x.by < 0 AND c.n + x.by <= 0)`
}

/**
 * Steps of a `WITH` that find the asset at an offset, counted from the newest; the parameter names the offset. The
 * asset's `seq` is below `start.below_seq`. `skip` (at most 255) newer ones of the list are below it too. No row
 * past the end. A `tenant` with an `id` comes before.
 */
export function locateSteps(list: ListNumber, parameter: string): string {
  const levels = Array.from({ length: TOP_LEVEL + 1 }, (_, index) => TOP_LEVEL - index)
  const steps = levels.map((level) => {
    const top = level === TOP_LEVEL
    const above = `level_${level + 1}`
    const parent = top ? '' : `, ${above}`
    const within = top
      ? ''
      : `AND c.block BETWEEN ${above}.block * ${FAN_OUT} AND ${above}.block * ${FAN_OUT} + ${FAN_OUT - 1}`
    // The sum runs along the primary key, newest block first, and stops at the one that is looked for.
    return `level_${level} AS (SELECT block, newer FROM (
      SELECT c.block, c.n, ${top ? 0 : `${above}.newer`} - c.n
          + (sum(c.n) OVER (ORDER BY c.block DESC ROWS UNBOUNDED PRECEDING))::bigint AS newer
        FROM tenant${parent}, $schema.counts c
        WHERE c.tenant_id = tenant.id AND c.list = ${list} AND c.level = ${level} ${within}
      ) blocks WHERE newer + n > ${parameter}::bigint ORDER BY block DESC LIMIT 1)`
  })
  return `${steps.join(',\n')},
    start AS (SELECT (block + 1) * ${FAN_OUT} AS below_seq, ${parameter}::bigint - newer AS skip FROM level_0)`
}
