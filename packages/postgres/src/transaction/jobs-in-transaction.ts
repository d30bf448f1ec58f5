import {
  callback,
  checkOptions,
  having,
  type OptionChecks,
  required,
  requireNewJob,
  requireTenant,
  wallClock,
} from '@stowage/core/internal'
import type { Clock } from '@stowage/core/ports'
import type { EnqueueOptions } from '@stowage/core/types'
import { createClientSql, type QueryClient } from '../connection/client-sql.ts'
import { enqueueJobs } from '../jobs/job-enqueue.ts'
import { quoteSchema, schemaName } from '../schema/schema-name.ts'
import { writeInTransaction } from './enter-transaction.ts'

/** The tenant of the jobs, and the schema. */
export interface TransactionJobsOptions {
  /** As of `postgres`. Default `stowage`. */
  readonly schema?: string
  /** The tenant of the jobs. Default `default`. */
  readonly tenant?: string
  /** For tests: returns the time of every write, in microseconds. Default: the server's clock. */
  readonly clock?: Clock
}

/**
 * `AssetStore.jobs` as part of a transaction of the app: its jobs run once it has committed, and never when it rolls
 * back. Await each call before `COMMIT`. After an error of the server, such as `unavailable`, the transaction cannot
 * continue.
 */
export interface TransactionJobs {
  /**
   * As `AssetStore.jobs.enqueue`. Processes find the job the next time they look, within 5 seconds. `unavailable` while
   * the tenant is being erased, while the records move to another database, and once they have.
   */
  enqueue(kind: string, payload: unknown, options?: Omit<EnqueueOptions, 'signal'>): Promise<string>
}

const OPTIONS: OptionChecks<TransactionJobsOptions & { readonly client: QueryClient }> = {
  client: required(having('a client of pg', 'query')),
  schema: schemaName,
  tenant: (value) => void requireTenant(value),
  clock: callback,
}

/**
 * Enqueues jobs within a transaction that the app has begun, on a client of `pg` that is connected to the store's
 * database. The rules are those of `ownersInTransaction`: READ COMMITTED; one tenant per transaction; uploads and
 * changes of the tenant wait from the first call until the transaction ends, so make these calls last. For a tenant
 * that nothing was ever stored for, the transaction makes its row.
 *
 * @example
 * ```ts
 * import { jobsInTransaction, type QueryClient } from '@stowage/postgres'
 *
 * // A client of `pg`, such as `await pool.connect()`.
 * export async function publish(client: QueryClient, postId: string) {
 *   await client.query({ text: 'BEGIN' })
 *   try {
 *     await client.query({ text: 'UPDATE posts SET published = true WHERE id = $1', values: [postId] })
 *     await jobsInTransaction(client).enqueue('announce-post', { postId }, { key: postId })
 *     await client.query({ text: 'COMMIT' })
 *   } catch (error) {
 *     await client.query({ text: 'ROLLBACK' })
 *     throw error
 *   }
 * }
 * ```
 */
export function jobsInTransaction(
  client: QueryClient,
  options: TransactionJobsOptions = {},
): TransactionJobs {
  checkOptions<TransactionJobsOptions & { readonly client: QueryClient }>(
    'jobsInTransaction',
    { ...options, client },
    OPTIONS,
  )
  const { tenant = 'default', clock } = options
  const schema = quoteSchema(options.schema ?? 'stowage')
  const sql = createClientSql({ schema, clock })(client)

  return {
    async enqueue(kind, payload, given = {}) {
      const job = requireNewJob({ kind, payload, clock: clock ?? wallClock }, given)
      const [id] = await writeInTransaction(sql, (on) => enqueueJobs(on, { tenant, jobs: [job] }))
      return id as string
    },
  }
}
