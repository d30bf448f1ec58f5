import pg from 'pg'
import { onTestFinished } from 'vitest'
import { SERVER_TIME } from '../connection/client-sql.ts'
import { postgresUrl } from '../testing/postgres-fixture.ts'
import { ACCEPTED_PLANS, type AcceptedPlan } from './accepted-plans.fixture.ts'
import { LARGE_TENANT, largeDatabase } from './large-database.fixture.ts'
import { faultsOfPlan, type IndexShape, type PlanNode } from './plan-faults.fixture.ts'
import type { RecordedStatement } from './recorded-statements.fixture.ts'
import { rightsOfPlan } from './rights-of-plan.fixture.ts'

/** The values of a statement, such that it asks for the large tenant. */
function valuesFor({ text, values }: RecordedStatement): unknown[] {
  const ids = new Set(
    [...text.matchAll(/tenant_id (?:=|BETWEEN) \$(\d+)/g)].map(([, n]) => Number(n)),
  )
  return values.map((value, index) => {
    if (ids.has(index + 1)) return LARGE_TENANT.id
    return value === 'other' ? LARGE_TENANT.name : value
  })
}

async function indexesOf(client: pg.Client, schema: string): Promise<Map<string, IndexShape>> {
  const { rows } = await client.query<IndexShape & { readonly name: string }>(
    `SELECT c.relname AS name, i.indisunique AS "isUnique", array_agg(a.attname::text ORDER BY a.attnum) AS columns,
        pg_get_expr(i.indpred, i.indrelid) AS predicate
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) GROUP BY 1, 2, 4`,
    [schema],
  )
  return new Map(rows.map(({ name, ...shape }) => [name, shape]))
}

/** What is wrong with statements, and the rights that they need, such as `DELETE on keys`. */
export interface PlansOfStatements {
  readonly faults: readonly string[]
  /** Accepted plans that no statement has. */
  readonly unused: readonly AcceptedPlan[]
  /** `reads`: of the methods that only read. */
  readonly rights: Readonly<Record<'reads' | 'writes', ReadonlySet<string>>>
}

/** Looks at the plans of the statements in a large database, gone when the test ends. */
export async function plansOf(
  statements: readonly RecordedStatement[],
): Promise<PlansOfStatements> {
  const fixture = await largeDatabase()
  onTestFinished(() => fixture.dispose())
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  onTestFinished(() => client.end())
  const indexes = await indexesOf(client, fixture.schema)
  const faults: string[] = []
  const used = new Set<AcceptedPlan>()
  const rights = { reads: new Set<string>(), writes: new Set<string>() }
  for (const statement of statements) {
    const { text, settings, isRead } = statement
    const completed = text
      .replaceAll('$schema', () => pg.escapeIdentifier(fixture.schema))
      .replaceAll('$now', () => SERVER_TIME)
    await client.query(['BEGIN', ...settings].join('; '))
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) ${completed}`,
      valuesFor(statement),
    )
    await client.query('ROLLBACK')
    const plans = rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan))
    const found = plans.flatMap((plan) => faultsOfPlan(plan, indexes))
    for (const right of plans.flatMap(rightsOfPlan)) rights[isRead ? 'reads' : 'writes'].add(right)
    const words = [...settings, text].join('; ').replace(/\s+/g, ' ').trim()
    for (const fault of found) {
      const accepted = ACCEPTED_PLANS.find(
        (each) => each.statement.test(words) && each.fault.test(fault),
      )
      if (accepted === undefined) faults.push(`${words}\n    ${fault}`)
      else used.add(accepted)
    }
  }
  return { faults, rights, unused: ACCEPTED_PLANS.filter((each) => !used.has(each)) }
}
