import { expect, it } from 'vitest'
import type { AuditQuery } from '../../audit/audit-records.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import type { Sql } from '../driver/client.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { isOfOneIndex, listAudit } from './audit-reads.ts'

const CONDITIONS = { assetId: 'a', actor: 'ann', action: 'asset.created', since: 1, until: 2 }
type Condition = keyof typeof CONDITIONS

/** What the plan says of a condition that the index serves. */
const SERVED: Readonly<Record<Condition, string>> = {
  assetId: 'asset_id=?',
  actor: 'actor=?',
  action: 'action=?',
  since: 'at>?',
  until: 'at<?',
}

/** Each set of conditions. */
const SETS = Array.from({ length: 2 ** Object.keys(CONDITIONS).length }, (_, set) =>
  (Object.keys(CONDITIONS) as Condition[]).filter((_, index) => set & (2 ** index)),
)

it.each(testedDrivers)('knows on %s which lists need no entries but their own', async (driver) => {
  const file = await databaseFile()
  await (await openSqliteMetadata({ file, driver })).close()
  const client = rawConnection(driver, file)
  for (const names of SETS) {
    const given = names.map((name) => [name, CONDITIONS[name]])
    const query: AuditQuery = {
      ...{ tenant: 'default', order: 'newest', after: null, limit: 10 },
      ...Object.fromEntries(given),
    }
    let plan = ''
    const explained = ((text: string) => ({
      all(...values: never[]) {
        const rows = client.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values)
        plan = (rows as { detail: string }[]).map(({ detail }) => detail).join('\n')
        return []
      },
    })) as unknown as Sql
    listAudit(explained, query)
    const isServed = names.every((name) => plan.includes(SERVED[name]))
    expect(isOfOneIndex(query), `${names}: ${plan}`).toBe(isServed)
  }
})
