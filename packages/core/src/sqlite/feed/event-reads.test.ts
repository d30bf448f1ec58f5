import { expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import type { Sql } from '../driver/client.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { listEvents } from './event-reads.ts'

it.each(testedDrivers)('walks on %s over few events when the first are wanted', async (driver) => {
  const file = await databaseFile()
  await (await openSqliteMetadata({ file, driver })).close()
  const client = rawConnection(driver, file)
  const fill = `WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
    INSERT INTO events (id, tenant_id, at, type, asset_id)
      SELECT n, NULL, n, iif(n % 1000 = 0, 'asset.trashed', 'asset.updated'), 'a' FROM c`
  client.exec(fill)
  let read = 0
  const counted = ((text: string) => ({
    all(...values: never[]) {
      const rows = client.prepare(text).all(...values)
      read += rows.length
      return rows
    },
  })) as Sql
  const look = (types: readonly string[], limit: number) => {
    read = 0
    const { events } = listEvents(counted, { tenant: null, after: null, types, limit })
    return { found: events.length, read }
  }
  expect(look(['asset.updated'], 1)).toEqual({ found: 1, read: 13 })
  expect(look(['asset.updated'], 100)).toEqual({ found: 100, read: 310 })
  expect(look(['asset.trashed'], 1)).toEqual({ found: 1, read: 2001 })
  expect(look(['asset.trashed'], 10)).toEqual({ found: 2, read: 2002 })
  expect(look(['asset.updated'], 1000)).toEqual({ found: 1000, read: 3000 })
  client.close()
})
