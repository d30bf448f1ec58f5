import type { Right } from '../schema/table.ts'
import type { PlanNode } from './plan-faults.fixture.ts'

/** The rights on tables that a plan needs, such as `DELETE on keys`. A lock of rows needs `UPDATE`, which it omits. */
export function rightsOfPlan(node: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap(rightsOfPlan)
  const table = node['Relation Name']
  if (table === undefined) return below
  const right = (node.Operation?.toUpperCase() ?? 'SELECT') as Right
  return [`${right} on ${table}`, ...below]
}
