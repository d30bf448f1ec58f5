import { ALL_TABLES } from '../schema/schema.ts'

/** A node of `EXPLAIN (FORMAT JSON)`: what the rules look at. */
export interface PlanNode {
  readonly 'Node Type': string
  /** Of an aggregate: `Plain` makes one row of all. */
  readonly Strategy?: string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  /** Of `ModifyTable`. */
  readonly Operation?: 'Insert' | 'Update' | 'Delete'
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly PlanNode[]
}

/** An index: what its columns are, and whether no two rows have the same of all. */
export interface IndexShape {
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** What holds for every row that it has; `null` when it has all. */
  readonly predicate: string | null
}

/** Tables that grow with what is stored. */
const GROWING: ReadonlySet<string> = new Set(
  ALL_TABLES.filter(({ few }) => few === undefined).map(({ name }) => name),
)

/** Rows that a sort may take, and that a statement may find by their tenant alone: more than a page. */
const BOUND = 2000

/** What lies between a scan and the root. */
interface Above {
  readonly isSorted: boolean
  /** A LIMIT ends the walk once it has its rows: nothing in between wants them all first. */
  readonly isLimited: boolean
}

/**
 * What is wrong with a plan: it walks over a whole table, finds rows by their tenant alone where there is a further
 * condition, a sort or no end, passes over rows of other tenants, or sorts many rows.
 */
export function faultsOfPlan(
  root: PlanNode,
  indexes: ReadonlyMap<string, IndexShape>,
): readonly string[] {
  const faults: string[] = []
  visit(root, { isSorted: false, isLimited: false })
  return faults

  function visit(node: PlanNode, above: Above): void {
    const fault = faultOf(node, above, indexes)
    if (fault !== null) faults.push(`${described(node)}: ${fault}`)
    const type = node['Node Type']
    const wantsAll = /Sort|Aggregate|Hash$|ModifyTable|WindowAgg|SetOp/.test(type)
    const isOneRow = type === 'Aggregate' && node.Strategy === 'Plain'
    for (const child of node.Plans ?? []) {
      const isApart = /InitPlan|SubPlan/.test(child['Parent Relationship'] ?? '')
      visit(child, {
        isSorted: type === 'Sort' || (above.isSorted && !isApart && !isOneRow && type !== 'Limit'),
        isLimited: type === 'Limit' || (above.isLimited && !isApart && !wantsAll),
      })
    }
  }
}

function faultOf(
  node: PlanNode,
  above: Above,
  indexes: ReadonlyMap<string, IndexShape>,
): string | null {
  const type = node['Node Type']
  if (type === 'Sort' || type === 'Incremental Sort') {
    const rows = node.Plans?.[0]?.['Plan Rows'] ?? 0
    return type === 'Sort' && rows > BOUND ? `${rows} rows` : null
  }
  if (!GROWING.has(node['Relation Name'] ?? '')) return null
  if (type === 'Seq Scan') return 'the whole table'
  const used = indexesUsed(node)
  if (used.length === 0) return null
  // One row for each of the keys that are given.
  if (used.some(({ name, columns }) => isOneRow(indexes.get(name), columns))) return null
  const found = new Set(used.flatMap(({ columns }) => columns))
  const filter = filterBeside(node, indexes)
  if (found.size === 0 && filter !== null) return 'a further condition'
  // All that belongs to an asset is of its tenant; as much is found as keys are given.
  if (found.has('asset_id') || used.some(({ condition }) => condition.includes('ANY (')))
    return null
  if (filter?.includes('tenant_id') && !found.has('tenant_id')) return 'rows of other tenants'
  if (above.isSorted && !used.some(({ condition }) => narrows(condition))) return 'a sort'
  if (found.size !== 1 || !found.has('tenant_id')) return null
  if (filter !== null) return 'a further condition'
  return above.isLimited ? null : 'all rows of a tenant'
}

/** What is asked of the rows that an index finds, beside what holds for all that it has: a row to lock is asked that too. */
function filterBeside(node: PlanNode, indexes: ReadonlyMap<string, IndexShape>): string | null {
  const known = new Set(termsOf(indexes.get(node['Index Name'] ?? '')?.predicate ?? ''))
  const others = termsOf(node.Filter ?? '').filter((term) => !known.has(term))
  return others.length === 0 ? null : others.join(' AND ')
}

function termsOf(condition: string): readonly string[] {
  return condition
    .split(' AND ')
    .map((term) => term.replace(/^\(+|\)+$/g, ''))
    .filter((term) => term !== '')
}

/**
 * Whether it names a value of a column beside the tenant: statistics know how many rows have that, and the planner takes
 * an index in the order that is asked for when they are many.
 */
function narrows(condition: string): boolean {
  return [...condition.matchAll(/\((?:\w+\.)?(\w+) = /g)].some(([, name]) => name !== 'tenant_id')
}

interface UsedIndex {
  readonly name: string
  readonly condition: string
  /** Those that the condition names. */
  readonly columns: readonly string[]
}

/** The indexes of a scan: several where it joins what they find. */
function indexesUsed(node: PlanNode): readonly UsedIndex[] {
  const { 'Index Name': name, 'Index Cond': condition = '' } = node
  if (name !== undefined) return [{ name, condition, columns: columnsIn(condition) }]
  if (!/Bitmap/.test(node['Node Type'])) return []
  return (node.Plans ?? []).flatMap(indexesUsed)
}

/** The columns that a condition compares: what comes before an operator, or is a member of a compared row. */
function columnsIn(condition: string): readonly string[] {
  const single = condition.matchAll(/\((?:\w+\.)?(\w+) (?:=|<|>|<=|>=|IS|@@) /g)
  const expressions = condition.matchAll(/\(COALESCE\((?:\w+\.)?(\w+),[^)]*\) (?:=|<|>)/g)
  const inRows = [...condition.matchAll(/ROW\(([^)]*)\) [<>]/g)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  return [...new Set([...[...single, ...expressions].map(([, column = '']) => column), ...inRows])]
}

function isOneRow(index: IndexShape | undefined, columns: readonly string[]): boolean {
  return index?.isUnique === true && index.columns.every((column) => columns.includes(column))
}

function described(node: PlanNode): string {
  const filter = node.Filter === undefined ? '' : `, filter ${node.Filter}`
  const indexes = indexesUsed(node).map(({ name }) => name)
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? ''
  const by = indexes.length === 0 ? '' : ` by ${indexes.join(', ')} ${condition}`
  return `${node['Node Type']} ${node['Relation Name'] ?? ''}${by}${filter}`
}
