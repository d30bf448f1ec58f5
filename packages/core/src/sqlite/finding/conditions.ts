import type { AssetType } from '../../assets/asset.ts'
import { type AssetScope, creatorPart } from '../../assets/asset-scope.ts'
import type { CheckedFilter, ColumnMember } from '../../filters/asset-filters.ts'
import type { Bounds } from '../../filters/filter-values.ts'
import { NO_VALUE } from '../../finding/no-value.ts'
import { folderPart, typePart } from '../../usage/asset-parts.ts'
import type { SqliteValue } from '../driver/client.ts'

/** A condition on a row of `assets`, named `a`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqliteValue[]
}

/** An index of the active assets that has the rows of one condition next to each other. */
export type IndexName =
  | 'assets_folder'
  | 'assets_favourite'
  | 'assets_creator_live'
  | 'assets_unready'
  | 'assets_type'
  | 'assets_size'
  | 'assets_updated'
  | 'assets_duration'
  | 'assets_taken'

/** A condition, and the index or counter that serves it. */
export interface ColumnCondition extends Condition {
  /** Absent: only a walk over the whole list finds these rows. */
  readonly index?: IndexName
  /** Whether the index has the rows in the order of insertion. */
  readonly ordered?: boolean
  /** The counter that counts exactly these rows; see `counterKeysOf`. */
  readonly part?: string
}

/** As in their indexes: assets without a duration or a date come before all others. */
export const DURATION: string = `ifnull(a.duration_seconds, ${NO_VALUE})`
export const TAKEN: string = `ifnull(a.taken_at, ${NO_VALUE})`

/** Turns a member of a filter into SQL. `tree`: ids of the folders of `folderTree`. */
type ConditionOf<Value> = (value: Value, tree: readonly string[]) => ColumnCondition

/** One for each member that terms do not answer. The compiler lets none be forgotten. */
const COLUMNS: {
  readonly [Member in ColumnMember]: ConditionOf<Exclude<CheckedFilter[Member], undefined>>
} = {
  folderTree: (_, tree) => ({
    sql: 'a.folder_id IN (SELECT value FROM json_each(?)) AND a.folder_id IS NOT NULL',
    values: [JSON.stringify(tree)],
    index: 'assets_folder',
  }),
  folderId(id) {
    if (id === null) return { sql: 'a.folder_id IS NULL', values: [] }
    const part = folderPart(id)
    return { sql: 'a.folder_id = ?', values: [id], index: 'assets_folder', ordered: true, part }
  },
  type: (types) => ({
    ...anyOf('a.type', types),
    index: 'assets_type',
    ...(types.length === 1 && { ordered: true, part: typePart(types[0] as AssetType) }),
  }),
  isFavourite: (is) => ({
    sql: `a.is_favourite = ${is ? 1 : 0}`,
    values: [],
    ...(is && { index: 'assets_favourite', ordered: true }),
  }),
  createdBy: (creators) => createdByAny(creators),
  status: (states) => {
    const { sql, values } = anyOf('a.status', states)
    if (states.includes('ready')) return { sql, values }
    return { sql: `${sql} AND a.status <> 'ready'`, values, index: 'assets_unready' }
  },
  size: (bounds) => ({ ...within('a.size', bounds), index: 'assets_size' }),
  width: (bounds) => within('a.width', bounds),
  height: (bounds) => within('a.height', bounds),
  durationSeconds(bounds) {
    const { sql, values } = within(DURATION, bounds)
    return { sql: `${sql} AND ${DURATION} > ${NO_VALUE}`, values, index: 'assets_duration' }
  },
  takenAt(bounds) {
    const { sql, values } = within(TAKEN, bounds)
    return { sql: `${sql} AND ${TAKEN} > ${NO_VALUE}`, values, index: 'assets_taken' }
  },
  createdAt: (bounds) => within('a.created_at', bounds),
  updatedAt: (bounds) => ({ ...within('a.updated_at', bounds), index: 'assets_updated' }),
}

/**
 * The conditions of the scope, then those of the filter that are no terms. `tree`: ids of the folders of `folderTree`.
 */
export function columnConditions(
  filter: CheckedFilter,
  scope: AssetScope | null,
  tree: readonly string[],
): readonly ColumnCondition[] {
  const conditions: ColumnCondition[] = []
  if (scope !== null) conditions.push(createdByAny([scope.createdBy]))
  for (const member of Object.keys(COLUMNS) as ColumnMember[]) {
    const value = filter[member]
    if (value === undefined) continue
    conditions.push((COLUMNS[member] as ConditionOf<unknown>)(value, tree))
  }
  return conditions
}

function createdByAny(creators: readonly (string | null)[]): ColumnCondition {
  const [first = null] = creators
  if (creators.length === 1) {
    return {
      sql: 'a.created_by IS ?',
      values: [first],
      index: 'assets_creator_live',
      ordered: true,
      part: creatorPart(first),
    }
  }
  const named = creators.filter((creator) => creator !== null)
  const { sql, values } = anyOf('a.created_by', named)
  return creators.includes(null)
    ? { sql: `(${sql} OR a.created_by IS NULL)`, values }
    : { sql, values, index: 'assets_creator_live' }
}

/** `column` has one of the values. The text is the same for any number of values, so that its statement is reused. */
function anyOf(column: string, values: readonly string[]): Condition {
  return {
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(values)],
  }
}

const OPERATORS = { gte: '>=', lte: '<=', gt: '>', lt: '<' } as const

/** NULL is never within bounds. */
function within(column: string, bounds: Bounds<number>): Condition {
  const given = Object.entries(OPERATORS).flatMap(([name, operator]) => {
    const value = bounds[name as keyof typeof OPERATORS]
    return value === undefined ? [] : [{ sql: `${column} ${operator} ?`, value }]
  })
  return {
    sql: given.map(({ sql }) => sql).join(' AND '),
    values: given.map(({ value }) => value),
  }
}
