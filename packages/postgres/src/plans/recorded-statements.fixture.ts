import { AsyncLocalStorage } from 'node:async_hooks'
import {
  callMethod,
  type MigratableMetadata,
  makeRoles,
  type PortMethod,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import {
  type ContractSetup,
  createTestClock,
  type MetadataFixture,
  type TransferFixture,
} from '@stowage/testing'
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
  /** Whether a method of the port that only reads ran it. */
  readonly isRead: boolean
}

/** Settings of the planner; others have no bearing on plans. */
const SETTING = /SET LOCAL (?:enable_\w+|jit|max_parallel_workers_per_gather) = \w+/g

/** What the clocks of the cases show, within a text: microseconds. */
const TIME = /\b1[67]\d{14}\b/g

type Recorded = Map<string, RecordedStatement>

/** The fixtures of two contracts, whose stores run their statements on the record. */
export interface RecordedContracts {
  readonly metadata: ContractSetup<MetadataFixture>
  readonly transfer: ContractSetup<TransferFixture>
  /** Every statement that the stores have run, each once. */
  statements(): readonly RecordedStatement[]
  end(): Promise<void>
}

export function recordStatements(): RecordedContracts {
  const recorded: Recorded = new Map()
  const { setUp, end } = sharedSchema(recorded)
  return {
    metadata: setUp,
    transfer: () => setUpTransfer(recorded),
    statements: () => [...recorded.values()],
    end,
  }
}

/** One schema, emptied after each case: to make one costs more than most cases do. */
function sharedSchema(recorded: Recorded) {
  let made: Promise<MadeSchema> | null = null
  const setUp: ContractSetup<MetadataFixture> = async () => {
    made ??= makeSchema(recorded)
    const { fixture, pool, empty } = await made
    const clock = createTestClock()
    const opened: MigratableMetadata[] = []
    const open = async () => {
      const metadata = await fixture.open({ pool, clock: clock.read })
      opened.push(metadata)
      return toldApart(metadata)
    }
    return {
      fixture: { metadata: await open(), clock, reopen: open },
      async dispose() {
        for (const metadata of opened) await metadata.close()
        await fixture.sql(empty)
      },
    }
  }
  async function end(): Promise<void> {
    const schema = await made
    await schema?.fixture.dispose()
    await schema?.end()
  }
  return { setUp, end }
}

const calls = new AsyncLocalStorage<PortMethod>()

/** The same records. Their statements tell by which method they run. */
function toldApart(metadata: MetadataStore): MetadataStore {
  const roles = makeRoles((method) => (...given) => {
    return calls.run(method, () => callMethod(metadata, method, given))
  })
  return Object.assign(Object.create(metadata), roles) as MetadataStore
}

type MadeSchema = Awaited<ReturnType<typeof makeSchema>>

async function makeSchema(recorded: Recorded) {
  const fixture = postgresFixture()
  const { pool, end } = recordingPool(fixture.schema, recorded)
  await fixture.open({ pool })
  return { fixture, pool, end, empty: await emptyingText(fixture) }
}

/** In schemas of each case's own: a recording of changes leaves triggers behind. */
async function setUpTransfer(recorded: Recorded) {
  const [from, to] = [postgresFixture(), postgresFixture()]
  const [left, right] = [from, to].map(({ schema }) => recordingPool(schema, recorded)) as [
    RecordingPool,
    RecordingPool,
  ]
  const reopen = () => from.open({ pool: left.pool })
  return {
    fixture: { from: await reopen(), to: await to.open({ pool: right.pool }), reopen },
    async dispose() {
      await Promise.all([from.dispose(), to.dispose()])
      await Promise.all([left.end(), right.end()])
    },
  }
}

/**
 * Makes the tables what they are in a new schema; the first tenant has the number 1 again. It deletes a few rows:
 * TRUNCATE would make new files of each table and index, 40 ms more for each case.
 */
async function emptyingText({ sql, schema }: PostgresFixture): Promise<string> {
  const tables = await sql<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'schema_version'`,
    [schema],
  )
  const sequences = await sql<{ name: string }>(
    'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = $1',
    [schema],
  )
  return [
    ...tables.map(({ name }) => `DELETE FROM $schema.${name}`),
    ...sequences.map(({ name }) => `SELECT setval('$schema.${name}', 1, false)`),
    'INSERT INTO $schema.sweeps DEFAULT VALUES',
  ].join('; ')
}

interface RecordingPool {
  readonly pool: PostgresPool
  end(): Promise<void>
}

/** A pool whose connections record what they are asked. */
function recordingPool(schema: string, recorded: Recorded): RecordingPool {
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
            const isRead = calls.getStore()?.verb === null
            const key = JSON.stringify([text, settings, isRead])
            if (!recorded.has(key)) {
              recorded.set(key, { text, values: query.values ?? [], settings, isRead })
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
