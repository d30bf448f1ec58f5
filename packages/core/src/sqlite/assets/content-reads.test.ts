import { describe, expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { migrate } from '../schema/migrations.ts'
import { BY_EXTERNAL_ID, OLDEST, OLDEST_OF_CREATOR } from './content-reads.ts'

describe.each(testedDrivers)('what is there already, on %s', (driver) => {
  it('is read from an index, in the order of insertion', async () => {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    for (const [text, values, index] of [
      [OLDEST, [1, 'a'], 'assets_sha256 (tenant_id=? AND sha256=?)'],
      [OLDEST_OF_CREATOR, [1, 'a', 'ann'], 'assets_sha256 (tenant_id=? AND sha256=?)'],
      [BY_EXTERNAL_ID, ['a', 'b'], 'assets_external (tenant_id=? AND external_id=?)'],
    ] as const) {
      const plan = client.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values)
      const details = (plan as { detail: string }[]).map(({ detail }) => detail)
      expect(details).toContain(`SEARCH a USING INDEX ${index}`)
      expect(details.join()).not.toMatch(/SCAN a|TEMP B-TREE/)
    }
  })
})
