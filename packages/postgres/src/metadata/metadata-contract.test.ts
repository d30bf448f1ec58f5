import { describeContract, metadataContract, transferContract } from '@stowage/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { plansOf } from '../plans/plans-of-statements.fixture.ts'
import { recordStatements } from '../plans/recorded-statements.fixture.ts'
import { ALL_TABLES } from '../schema/schema.ts'
import { ALL_RIGHTS } from '../schema/table.ts'

const recorded = recordStatements()
afterAll(recorded.end)

describeContract(
  'postgres',
  metadataContract,
  recorded.metadata,
  { describe, it },
  {
    without: ['restore'],
  },
)
describeContract('transfer from postgres to another one', transferContract, recorded.transfer, {
  describe,
  it,
})

/** Rights on tables that only the owner of the schema uses, who migrates and moves it, and on those of the server. */
const OF_THE_OWNER = / on (?:transfers|departure|changes|changes_made|schema_version|pg_\w+)$/

/** The rights that `postgres` asks for when it opens a schema. */
const CHECKED = {
  reads: ALL_TABLES.filter(({ isRead }) => isRead).map(({ name }) => `SELECT on ${name}`),
  writes: ALL_TABLES.flatMap(({ name, rights = ALL_RIGHTS }) =>
    rights.map((right) => `${right} on ${name}`),
  ),
}

// After the contracts, whose statements it looks at. It fails when they did not all run.
it('runs no statement that walks over a table, finds rows by their tenant alone, sorts many, or needs a right that opening does not check', async () => {
  const statements = recorded.statements()
  const { faults, unused, rights } = await plansOf(statements)
  expect(faults).toEqual([])
  expect(statements.length).toBeGreaterThan(200)
  expect(unused).toEqual([])
  const needed = (kind: 'reads' | 'writes') =>
    [...rights[kind]].filter((right) => !OF_THE_OWNER.test(right))
  expect(needed('reads').sort()).toEqual(CHECKED.reads.sort())
  expect(needed('writes').filter((right) => !CHECKED.writes.includes(right))).toEqual([])
})
