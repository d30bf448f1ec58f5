import { expect, it, onTestFinished } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'
import { GROWING, SMALL } from './plan-faults.fixture.ts'

it('is known of every table whether it grows with what is stored, or why it does not', async () => {
  const { open, sql, schema, dispose } = postgresFixture()
  onTestFinished(dispose)
  await open()
  const rows = await sql<{ tablename: string }>(
    'SELECT tablename FROM pg_tables WHERE schemaname = $1',
    [schema],
  )
  const told = [...GROWING, ...Object.keys(SMALL)]
  expect(told.sort()).toEqual(rows.map(({ tablename }) => tablename).sort())
})
