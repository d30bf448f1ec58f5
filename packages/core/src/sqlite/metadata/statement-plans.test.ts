import { expect, it } from 'vitest'
import type { SqliteClient } from '../driver/client.ts'
import { ACCEPTED_PLANS } from './accepted-plans.fixture.ts'
import { explainedDatabase } from './explained-database.fixture.ts'
import { faultsOfPlan } from './plan-faults.fixture.ts'
import { recordedStatements } from './recorded-statements.fixture.ts'

/** The path of a folder sorts 32 names at most. */
const PATH = /\(WITH RECURSIVE up [\s\S]*ORDER BY step DESC\)\)/

function planOf(client: SqliteClient, text: string): readonly string[] {
  const names = new Set(text.match(/(?<!:):[a-z]\w*/gi)?.map((name) => name.slice(1)))
  const count = text.match(/\?/g)?.length ?? 0
  const explained = client.prepare(`EXPLAIN QUERY PLAN ${text}`)
  const rows =
    names.size > 0
      ? explained.all(Object.fromEntries([...names].map((name) => [name, 1])))
      : explained.all(...Array.from({ length: count }, () => 1))
  return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
}

it('runs no statement that walks over a table, finds rows by their tenant alone, or sorts them', async () => {
  const client = explainedDatabase()
  const faults: string[] = []
  const used = new Set<RegExp>()
  for (const statement of await recordedStatements()) {
    const text = statement.replace(PATH, "''")
    const found = faultsOfPlan(text, planOf(client, text))
    if (found.length === 0) continue
    const words = text.replace(/\s+/g, ' ').trim()
    const accepted = ACCEPTED_PLANS.find(({ statement }) => statement.test(words))
    if (accepted === undefined) faults.push(`${words}\n    ${found.join('\n    ')}`)
    else used.add(accepted.statement)
  }
  expect(faults).toEqual([])
  expect(ACCEPTED_PLANS.filter(({ statement }) => !used.has(statement))).toEqual([])
}, 600_000)
