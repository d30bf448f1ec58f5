import { rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type SqliteClient, statementsOf } from '../driver/client.ts'
import { migrate } from '../schema/migrations.ts'
import { recordChanges } from '../transfer/transfer-source.ts'

/** An empty database in memory. */
export function emptyDatabase(): SqliteClient {
  const client = rawConnection(testedDrivers[0] ?? 'better-sqlite3', ':memory:')
  migrate(client)
  return client
}

/** One with all tables that there can be: that of the changes is there while they are recorded. */
export function explainedDatabase(): SqliteClient {
  const client = emptyDatabase()
  recordChanges({ sql: statementsOf(client) }, { id: 'a recording' })
  return client
}
