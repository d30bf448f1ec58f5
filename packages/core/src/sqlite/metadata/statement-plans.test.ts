import { expect, it } from 'vitest'
import { metadataContract } from '../../testing/metadata-store/contract.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import type { SqliteClient } from '../driver/client.ts'
import { migrate } from '../schema/migrations.ts'
import { ACCEPTED_PLANS } from './accepted-plans.fixture.ts'
import { faultsOfPlan } from './plan-faults.fixture.ts'
import { recordedMetadata } from './recorded-metadata.fixture.ts'

/** Cases that make thousands of rows; the others run the same statements. */
const MANY = /more assets than|at most 1,000|against the limits|what a walk would/

/** The path of a folder sorts 32 names at most. */
const PATH = /\(WITH RECURSIVE up [\s\S]*ORDER BY step DESC\)\)/

/** An empty database in memory. */
function database(): SqliteClient {
  const client = rawConnection(testedDrivers[0] ?? 'better-sqlite3', ':memory:')
  migrate(client)
  return client
}

/** Every statement that the contract of the records makes them run. */
async function statementsOfContract(): Promise<ReadonlySet<string>> {
  const statements = new Set<string>()
  for (const { name, needs = [], run } of metadataContract) {
    if (needs.length > 0 || MANY.test(name)) continue
    const clock = createTestClock()
    const record = (text: string) => statements.add(text)
    await run({ metadata: recordedMetadata(database(), clock.read, record), clock })
  }
  return statements
}

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
  const client = database()
  const faults: string[] = []
  const used = new Set<RegExp>()
  for (const statement of await statementsOfContract()) {
    const text = statement.replace(PATH, "''")
    if (/^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)/i.test(text)) continue
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
