import { creatorPart } from '@stowage/core/ports'

/** How many insertion numbers a block covers, by level. A tenant has few blocks of the last. */
const SPANS_OF_TENANT = [2 ** 8, 2 ** 16, 2 ** 24]
/** As on SQLite: one level, because each is a write for nearly each upload. */
const SPANS_OF_CREATOR = [2 ** 14]

/** Names the part that has all assets of a tenant; see `creatorPart` for the others. */
export const WHOLE = ''

/** Which of a tenant's lists: the active assets or the trash. */
export const LIVE = 0
export const TRASH = 1
export type ListNumber = typeof LIVE | typeof TRASH

/** An asset with this insertion number came into (+1) or left (−1) a list. */
export interface CountChange {
  readonly tenantId: number
  readonly createdBy: string | null
  readonly list: ListNumber
  readonly seq: number
  readonly by: 1 | -1
}

/** How much a block of the tree grows; a row of the parameter of `countSteps`. */
interface BlockChange {
  readonly tenant_id: number
  readonly part: string
  readonly list: ListNumber
  readonly level: number
  readonly block: number
  by: number
}

/** The changes of a transaction, one for each block that they touch. */
export function blockChanges(changes: readonly CountChange[]): readonly BlockChange[] {
  const blocks = new Map<string, BlockChange>()
  for (const change of changes) {
    addChange(blocks, change, WHOLE, SPANS_OF_TENANT)
    addChange(blocks, change, creatorPart(change.createdBy), SPANS_OF_CREATOR)
  }
  return [...blocks.values()].filter(({ by }) => by !== 0)
}

function addChange(
  blocks: Map<string, BlockChange>,
  { tenantId, list, seq, by }: CountChange,
  part: string,
  spans: readonly number[],
): void {
  for (const [level, span] of spans.entries()) {
    const block = Math.floor(seq / span)
    const key = `${tenantId} ${list} ${level} ${block} ${part}`
    const known = blocks.get(key)
    if (known === undefined) blocks.set(key, { tenant_id: tenantId, part, list, level, block, by })
    else known.by += by
  }
}

/**
 * Steps of a `WITH` that write the block changes of the JSON list in this parameter. The caller holds the
 * tenants' rows locked since an earlier statement, so what the steps read is what they change.
 */
export function countSteps(parameter: string): string {
  const same =
    'c.tenant_id = x.tenant_id AND c.part = x.part AND c.list = x.list AND c.level = x.level AND c.block = x.block'
  return `
    change AS MATERIALIZED (SELECT * FROM json_to_recordset(${parameter})
      AS x (tenant_id int, part text, list smallint, level smallint, block bigint, by bigint)),
    raised AS (INSERT INTO $schema.counts AS c (tenant_id, part, list, level, block, n)
      SELECT tenant_id, part, list, level, block, by FROM change WHERE by > 0
      ON CONFLICT (tenant_id, part, list, level, block) DO UPDATE SET n = c.n + excluded.n),
    lowered AS (UPDATE $schema.counts c SET n = c.n + x.by FROM change x
      WHERE ${same} AND x.by < 0 AND c.n + x.by > 0),
    emptied AS (DELETE FROM $schema.counts c USING change x
      WHERE ${same} AND x.by < 0 AND c.n + x.by <= 0)`
}

/** The parts that lists are made of: all assets of a tenant, or those of a creator. */
export type PartKind = 'tenant' | 'creator'

/**
 * Steps of a `WITH` that find the asset at an offset, counted from the newest; the parameters name the offset and
 * the part. The asset's `seq` is below `start.below_seq`. `skip` newer ones of the list are below it too: fewer than
 * a block of level 0 covers. No row past the end. A `tenant` with an `id` comes before.
 */
export function locateSteps(
  kind: PartKind,
  list: ListNumber,
  { offset, part }: { readonly offset: string; readonly part: string },
): string {
  const spans = kind === 'tenant' ? SPANS_OF_TENANT : SPANS_OF_CREATOR
  const steps = spans
    .map((span, level) => {
      const above = spans[level + 1]
      const parent = above === undefined ? '' : `, level_${level + 1} above`
      const children = above === undefined ? 0 : above / span
      const within =
        above === undefined
          ? ''
          : `AND c.block BETWEEN above.block * ${children} AND above.block * ${children} + ${children - 1}`
      // The sum runs along the primary key, newest block first, and stops at the one that is looked for.
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
