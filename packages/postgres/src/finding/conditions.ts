import {
  type AssetScope,
  type CheckedFilter,
  type ColumnMember,
  creatorPart,
  folderPart,
  type ListQuery,
  NO_VALUE,
} from '@stowage/core/internal'
import { DURATION_KEY, TAKEN_KEY } from '../schema/order-keys.ts'
import { termsQuery } from '../schema/terms.ts'
import { type Fragment, fragment } from './fragment.ts'

/** A condition on a row `a` of `assets`. */
export interface Condition extends Fragment {
  /** The order of which the condition is a range. */
  readonly order?: string
  /** The part of the tenant that is exactly these assets; see `counts`. */
  readonly part?: string
  /** Whether the index of terms serves it. */
  readonly isOfTerms?: boolean
}

/** What the conditions of a filter need besides the filter. */
export interface FilterFacts {
  readonly tenantId: number
  /** The ids of `filter.folderTree` and of all folders below it. */
  readonly tree: readonly string[]
}

/** The same as `DURATION_KEY` and `TAKEN_KEY` of the row. */
export const DURATION: string = DURATION_KEY.replace('duration_seconds', 'a.duration_seconds')
export const TAKEN: string = TAKEN_KEY.replace('taken_at', 'a.taken_at')

/** Turns a member of a filter into SQL. */
type Column<Value> = (wanted: Value, facts: FilterFacts) => Condition

/** One for each member that terms do not answer. The compiler lets none be forgotten. */
const COLUMNS: { readonly [Name in ColumnMember]: Column<Required<CheckedFilter>[Name]> } = {
  folderId: (id) =>
    id === null
      ? fragment('a.folder_id IS NULL')
      : { ...fragment('a.folder_id = ?', id), part: folderPart(id) },
  folderTree: (_, { tree }) => fragment('a.folder_id = ANY(?::text[])', tree),
  type: (types) => ({ ...anyOf('a.type', types), order: 'a.type' }),
  isFavourite: (is) => fragment(is ? 'a.is_favourite' : 'NOT a.is_favourite'),
  createdBy,
  status: (states) => {
    const { sql, values } = anyOf('a.status', states)
    // Written as the condition of the index.
    return { sql: states.includes('ready') ? sql : `${sql} AND a.status <> 'ready'`, values }
  },
  size: (bounds) => within('a.size', 'bigint', bounds),
  width: (bounds) => within('a.width', 'bigint', bounds),
  height: (bounds) => within('a.height', 'bigint', bounds),
  durationSeconds: (bounds) => {
    const { sql, ...condition } = within(DURATION, 'double precision', bounds)
    return { ...condition, sql: `${sql} AND ${DURATION} > ${NO_VALUE}` }
  },
  takenAt: (bounds) => {
    const { sql, ...condition } = within(TAKEN, 'bigint', bounds)
    return { ...condition, sql: `${sql} AND ${TAKEN} > ${NO_VALUE}` }
  },
  createdAt: (bounds) => within('a.created_at', 'bigint', bounds),
  updatedAt: (bounds) => within('a.updated_at', 'bigint', bounds),
}

/** The conditions for an asset of the tenant, those of the scope first. */
export function conditionsOf(
  { scope, filter = {} }: Pick<ListQuery, 'filter'> & { readonly scope: AssetScope | null },
  facts: FilterFacts,
): readonly Condition[] {
  const terms = termsQuery(facts.tenantId, filter)
  const columns = Object.entries(filter).flatMap(([name, wanted]) => {
    const column = (COLUMNS as Readonly<Record<string, Column<unknown>>>)[name]
    return column === undefined ? [] : [column(wanted, facts)]
  })
  return [
    ...(scope === null ? [] : [createdBy([scope.createdBy])]),
    ...(terms === null ? [] : [{ ...fragment('a.terms @@ ?::tsquery', terms), isOfTerms: true }]),
    ...columns,
  ]
}

function createdBy(creators: readonly (string | null)[]): Condition {
  const [only] = creators
  if (creators.length === 1 && only !== undefined) {
    const part = creatorPart(only)
    if (only === null) return { ...fragment('a.created_by IS NULL'), part }
    return { ...fragment('a.created_by = ?', only), part }
  }
  const named = creators.filter((creator) => creator !== null)
  const condition = anyOf('a.created_by', named)
  if (named.length === creators.length) return condition
  return { ...condition, sql: `(${condition.sql} OR a.created_by IS NULL)` }
}

function anyOf(column: string, values: readonly string[]): Condition {
  const [only] = values
  return values.length === 1
    ? fragment(`${column} = ?`, only)
    : fragment(`${column} = ANY(?::text[])`, values)
}

const SIDES = [
  ['gte', '>='],
  ['lte', '<='],
  ['gt', '>'],
  ['lt', '<'],
] as const

function within(
  column: string,
  type: string,
  bounds: Readonly<Partial<Record<'gte' | 'lte' | 'gt' | 'lt', number>>>,
): Condition {
  const given = SIDES.filter(([side]) => bounds[side] !== undefined)
  return {
    sql: given.map(([, operator]) => `${column} ${operator} ?::${type}`).join(' AND '),
    values: given.map(([side]) => bounds[side]),
    order: column,
  }
}
