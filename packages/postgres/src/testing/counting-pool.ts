import pg from 'pg'
import type { PostgresClient, PostgresPool, PostgresQuery } from '../connection/client.ts'
import { postgresUrl } from './postgres-fixture.ts'

/** Rows that the transaction has read by an index or a scan, or changed, whether or not it returned them. */
const TOUCHED = `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del), 0)::int AS rows
  FROM pg_stat_xact_user_tables WHERE schemaname = $1`

/**
 * Small tables are scanned whole, which says nothing about large ones: the contract of the metadata store checks the
 * plans of those.
 */
const PLANNER = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((node) => `-c enable_${node}=off`)
  .join(' ')

/** A pool that counts what its transactions cost. */
export interface CountingPool {
  readonly pool: PostgresPool
  /** Statements that `work` runs, and rows that they touch. */
  costOf(work: () => Promise<unknown>): Promise<number>
  end(): Promise<void>
}

export function countingPool(schema: string): CountingPool {
  const own = new pg.Pool({
    connectionString: postgresUrl(),
    max: 5,
    options: PLANNER,
  })
  own.on('error', () => {})
  let cost = 0
  let isCounting = false

  async function connect(): Promise<PostgresClient> {
    const client = await own.connect()
    const touched = async (): Promise<number> =>
      (await client.query(TOUCHED, [schema])).rows[0]?.rows ?? 0
    let before: number | null = null
    async function query(given: PostgresQuery) {
      if (!isCounting) return client.query(given)
      cost += 1
      const begins = /^\s*BEGIN/.test(given.text)
      const isAlone = before === null && !begins
      if (isAlone) await client.query('BEGIN')
      if (isAlone) before = await touched()
      const ends = isAlone || /\bCOMMIT\s*$/.test(given.text)
      if (ends && !isAlone) cost += (await touched()) - (before ?? 0)
      const result = await client.query(given)
      if (isAlone) cost += (await touched()) - (before ?? 0)
      if (isAlone) await client.query('COMMIT')
      if (ends) before = null
      if (begins) before = await touched()
      return result
    }
    return {
      query,
      release: (destroy) => client.release(destroy),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener),
    }
  }
  return {
    pool: {
      connect,
      on: (event: 'error' | 'connect', listener: never) => own.on(event as 'error', listener),
      removeListener: (event: 'error' | 'connect', listener: never) =>
        own.removeListener(event as 'error', listener),
    },
    async costOf(work) {
      cost = 0
      isCounting = true
      await work()
      isCounting = false
      return cost
    },
    end: () => own.end(),
  }
}
