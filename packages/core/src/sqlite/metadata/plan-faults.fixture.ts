import { ALL_TABLES } from '../schema/schema.ts'

/** Tables that grow with what is stored. */
const GROWING: ReadonlySet<string> = new Set(
  ALL_TABLES.filter(({ few }) => few === undefined).map(({ name }) => name),
)

/** Conditions of indexes of a part of the rows, which hold for all that such an index has. */
const PARTS = /(\w\.)?(trashed_at|revoked_at) IS (NOT )?NULL/gi

/**
 * What is wrong with the plan of a statement (the details of EXPLAIN QUERY PLAN): it walks over a whole table, finds rows
 * by their tenant alone where there is a further condition, or sorts them. https://www.sqlite.org/eqp.html
 */
export function faultsOfPlan(text: string, details: readonly string[]): readonly string[] {
  const tables = tablesOf(text)
  const others = text.replace(/BETWEEN \S+ AND/gi, '').replace(PARTS, 'PART')
  const hasFurtherCondition = /\bAND\b/i.test(others.replace(/AND PART|PART AND/g, ''))
  return details.filter((detail) => {
    if (/^USE TEMP B-TREE FOR .*ORDER BY/.test(detail)) return true
    if (/^SEARCH .*\(tenant_id=\?\)/.test(detail) && hasFurtherCondition) return true
    const [, name = ''] = /^SCAN (\S+)(?! VIRTUAL TABLE INDEX \d+:\S)/.exec(detail) ?? []
    return name !== '' && GROWING.has(tables.get(name) ?? name)
  })
}

/** The tables that a statement names, by the names that it gives them. */
function tablesOf(text: string): ReadonlyMap<string, string> {
  const named = text.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)
  return new Map([...named].flatMap(([, table = '', name]) => (name ? [[name, table]] : [])))
}
