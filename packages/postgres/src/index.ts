/**
 * Records in PostgreSQL.
 *
 * @module
 */
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './connection/client.ts'
export type { QueryClient } from './connection/client-sql.ts'
export { type PostgresOptions, postgres } from './metadata/open-postgres-metadata.ts'
export {
  jobsInTransaction,
  type TransactionJobs,
  type TransactionJobsOptions,
} from './transaction/jobs-in-transaction.ts'
export {
  ownersInTransaction,
  type TransactionOwners,
  type TransactionOwnersOptions,
} from './transaction/owners-in-transaction.ts'
