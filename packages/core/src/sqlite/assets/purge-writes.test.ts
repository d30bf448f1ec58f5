import { describe, expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { migrate } from '../schema/migrations.ts'
import { LONGEST_TRASHED_SQL } from './purge-writes.ts'

describe.each(testedDrivers)('purge of what was trashed long ago on %s', (driver) => {
  it('reads exactly that from an index, and sorts nothing', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    const plan = client.prepare(`EXPLAIN QUERY PLAN ${LONGEST_TRASHED_SQL}`).all(1, 1)
    const details = (plan as { detail: string }[]).map(({ detail }) => detail)
    expect(details).toContain('SEARCH a USING INDEX assets_trashed (trashed_at<?)')
    expect(details.join()).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})
