import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetKey,
  type AssetList,
  type AssetScope,
  creatorPart,
  type PlainList,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import {
  LIVE,
  type ListNumber,
  locateSteps,
  type PartKind,
  TRASH,
  WHOLE_TENANT,
} from '../tenants/count-tree.ts'
import { getByExternalId } from './content-facts.ts'

/** `AssetRecords.get` */
export async function getAsset(sql: Sql, by: AssetKey): Promise<AssetRecord | null> {
  if ('externalId' in by) return getByExternalId(sql, by)
  const [column, value] = 'id' in by ? ['id', by.id] : ['public_file_id', by.publicFileId]
  if (!isUuid(value)) return null
  const [row] = await sql<AssetRow>(`${SELECT_ASSET} WHERE a.${column} = $1`, [value])
  return row === undefined ? null : assetOfRow(row)
}

/** `AssetRecords.list` of a plain list. One statement reads total, start and rows, so all are of one snapshot. */
export async function listPlainly(
  sql: Sql,
  { tenant, scope, trashed, from, limit }: PlainList,
): Promise<AssetList> {
  const list = trashed ? TRASH : LIVE
  const [texts, creator] = textsOf(scope)
  const rows =
    'offset' in from
      ? await sql<ListRow>(texts.at[list], [tenant, limit, from.offset, ...creator])
      : await sql<ListRow>(texts.below[list], [tenant, limit, from.belowSeq, ...creator])
  return {
    assets: rows.flatMap((row) => (row.id === null ? [] : assetOfRow(row))),
    total: rows[0]?.total ?? 0,
  }
}

/** The texts for a scope, and their parameters after the third. */
function textsOf(scope: AssetScope | null): readonly [PageTexts, readonly string[]] {
  if (scope === null) return [TENANT_PAGES, []]
  const { createdBy } = scope
  const part = creatorPart(createdBy)
  return createdBy === null ? [NO_CREATOR_PAGES, [part]] : [CREATOR_PAGES, [part, createdBy]]
}

/** `AssetRecords.listAll` */
export async function listAllAssets(
  sql: Sql,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly AssetRecord[]> {
  const rows = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE $1::uuid IS NULL OR a.id > $1::uuid ORDER BY a.id LIMIT $2`,
    [afterId, limit],
  )
  return rows.map(assetOfRow)
}

/** An empty page has one row, with the total and no asset. */
type ListRow = (AssetRow | { readonly id: null }) & { readonly total: number }

type TextOfList = Readonly<Record<ListNumber, string>>

/**
 * All take the tenant, the limit, and the offset (`at`) or the `seq` to start below (`below`). The texts of a
 * creator then take the part, and the creator if there is one.
 */
interface PageTexts {
  readonly at: TextOfList
  readonly below: TextOfList
}

const START_BELOW = 'start AS (SELECT $3::bigint AS below_seq, 0::bigint AS skip)'

export const TENANT_PAGES: PageTexts = pageTexts('tenant', '')
export const CREATOR_PAGES: PageTexts = pageTexts('creator', 'AND created_by = $5')
/** The planner treats only `= $5` as a constant, so this order names the column. */
const NO_CREATOR_PAGES: PageTexts = pageTexts(
  'creator',
  'AND created_by IS NULL',
  'created_by DESC, seq DESC',
)

function pageTexts(kind: PartKind, condition: string, order = 'seq DESC'): PageTexts {
  const part = kind === 'tenant' ? `'${WHOLE_TENANT}'` : '$4'
  const at = (list: ListNumber) =>
    pageText(kind, list, {
      condition,
      order,
      start: locateSteps(kind, list, { offset: '$3', part }),
    })
  const below = (list: ListNumber) => pageText(kind, list, { condition, order, start: START_BELOW })
  return {
    at: { [LIVE]: at(LIVE), [TRASH]: at(TRASH) },
    below: { [LIVE]: below(LIVE), [TRASH]: below(TRASH) },
  }
}

/** The partial index of the list, of the tenant or the creator, serves it from the found position on. */
function pageText(
  kind: PartKind,
  list: ListNumber,
  {
    condition,
    order,
    start,
  }: { readonly condition: string; readonly order: string; readonly start: string },
): string {
  const [column, trash] =
    list === LIVE ? ['live', 'trashed_at IS NULL'] : ['trash', 'trashed_at IS NOT NULL']
  const total =
    kind === 'tenant'
      ? column
      : `(SELECT coalesce(sum(n), 0)::bigint FROM $schema.counts c
        WHERE c.tenant_id = t.id AND c.part = $4 AND c.list = ${list} AND c.level = 0)`
  return `WITH tenant AS (SELECT id, name, ${total} AS total FROM $schema.tenants t WHERE name = $1),
    ${start}
    SELECT tenant.total, tenant.name AS tenant, page.* FROM tenant LEFT JOIN LATERAL (
      SELECT ${ASSET_COLUMNS} FROM $schema.assets a
        WHERE tenant_id = tenant.id ${condition} AND ${trash} AND seq < (SELECT below_seq FROM start)
        ORDER BY ${order} LIMIT $2 OFFSET (SELECT skip FROM start)
    ) page ON true ORDER BY page.seq DESC`
}
