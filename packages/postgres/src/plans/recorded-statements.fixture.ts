import type { MigratableMetadata } from '@stowage/core/internal'
import { createTestClock, metadataContract, transferContract } from '@stowage/testing'
import pg from 'pg'
import type { PostgresPool, PostgresQuery } from '../connection/client.ts'
import { SERVER_TIME } from '../connection/client-sql.ts'
import { type PostgresFixture, postgresFixture, postgresUrl } from '../testing/postgres-fixture.ts'

/** A statement as a store ran it, `$schema` being its schema and `$now` the time of its clock. */
export interface RecordedStatement {
  readonly text: string
  /** Of the first time that it ran. */
  readonly values: readonly unknown[]
  /** What its transaction had told the planner, such as `SET LOCAL enable_sort = off`. */
  readonly settings: readonly string[]
}

/** Cases that make thousands of rows; the others run the same statements. */
const MANY = /more assets than|at most 1,000|against the limits|what a walk would/

/** Settings of the planner; others have no bearing on plans. */
const SETTING = /SET LOCAL (?:enable_\w+|jit|max_parallel_workers_per_gather) = \w+/g

/** What the clocks of the cases show, within a text: microseconds. */
const TIME = /\b1[67]\d{14}\b/g

/** Every statement that the contracts of the records and of their transfer make a store run, each once. */
export async function recordedStatements(): Promise<readonly RecordedStatement[]> {
  const recorded = new Map<string, RecordedStatement>()
  await recordMetadata(recorded)
  await recordTransfer(recorded)
  return [...recorded.values()]
}

type Recorded = Map<string, RecordedStatement>

/** In one schema, emptied after each case: to make one costs more than most cases do. */
async function recordMetadata(recorded: Recorded): Promise<void> {
  const fixture = postgresFixture()
  const { pool, end } = recordingPool(fixture.schema, recorded)
  await fixture.open({ pool })
  const empty = await emptyingText(fixture)
  for (const { name, needs = [], run } of metadataContract) {
    if (needs.includes('restore') || MANY.test(name)) continue
    const clock = createTestClock()
    const opened: MigratableMetadata[] = []
    const open = async () => {
      const metadata = await fixture.open({ pool, clock: clock.read })
      opened.push(metadata)
      return metadata
    }
    await run({ metadata: await open(), clock, reopen: open })
    for (const metadata of opened) await metadata.close()
    await fixture.sql(empty)
  }
  await fixture.dispose()
  await end()
}

/** In schemas of each case's own: a recording leaves triggers behind. */
async function recordTransfer(recorded: Recorded): Promise<void> {
  for (const { run } of transferContract) {
    const [from, to] = [postgresFixture(), postgresFixture()]
    const [left, right] = [from, to].map(({ schema }) => recordingPool(schema, recorded))
    if (left === undefined || right === undefined) return
    await run({
      from: await from.open({ pool: left.pool }),
      to: await to.open({ pool: right.pool }),
      reopen: () => from.open({ pool: left.pool }),
    })
    await Promise.all([from.dispose(), to.dispose()])
    await Promise.all([left.end(), right.end()])
  }
}

/** Makes the tables what they are in a new schema; the first tenant has the number 1 again. */
async function emptyingText({ sql, schema }: PostgresFixture): Promise<string> {
  const rows = await sql<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename <> 'schema_version'`,
    [schema],
  )
  const tables = rows.map(({ tablename }) => `$schema.${tablename}`)
  return `TRUNCATE ${tables.join(', ')} RESTART IDENTITY; INSERT INTO $schema.sweeps DEFAULT VALUES`
}

/** A pool whose connections record what they are asked. */
function recordingPool(
  schema: string,
  recorded: Recorded,
): { readonly pool: PostgresPool; end(): Promise<void> } {
  const own = new pg.Pool({ connectionString: postgresUrl(), max: 5 })
  const quoted = pg.escapeIdentifier(schema)
  const pool: PostgresPool = {
    async connect() {
      const client = await own.connect()
      let settings: readonly string[] = []
      return {
        query(query: PostgresQuery) {
          const text = query.text
            .replaceAll(quoted, '$schema')
            .replaceAll(SERVER_TIME, '$now')
            .replace(TIME, '$now')
          if (/^\s*(BEGIN|COMMIT|ROLLBACK)/i.test(text)) settings = []
          settings = [...settings, ...(text.match(SETTING) ?? [])]
          if (isPlanned(text)) {
            const key = JSON.stringify([text, settings])
            if (!recorded.has(key)) {
              recorded.set(key, { text, values: query.values ?? [], settings })
            }
          }
          return client.query(query)
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      }
    },
    on: (event: 'error' | 'connect', listener: never) => own.on(event as 'error', listener),
    removeListener: (event: 'error' | 'connect', listener: never) =>
      own.removeListener(event as 'error', listener),
  }
  return { pool, end: () => own.end() }
}

/** Whether it is one statement on our tables, with a plan. */
function isPlanned(text: string): boolean {
  return (
    /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(text) &&
    text.includes('$schema.') &&
    !text.includes(';')
  )
}
