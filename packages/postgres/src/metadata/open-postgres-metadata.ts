import {
  callback,
  checkOptions,
  flag,
  having,
  integer,
  invalidArgument,
  type MigratableMetadata,
  type OptionChecks,
  readOnlyMetadata,
  readOnlyTransfer,
  refusingUndefined,
} from '@stowage/core/internal'
import type { Clock, OpenRecordsOptions, RecordsLocation } from '@stowage/core/ports'
import { createCalls } from '../connection/calls.ts'
import type { PostgresPool } from '../connection/client.ts'
import { createDatabase, type Database } from '../connection/database.ts'
import { databaseUrl } from '../connection/database-url.ts'
import { toStoreError } from '../connection/failure.ts'
import { ignoreIdleErrors } from '../connection/ignore-idle-errors.ts'
import { makePool, type OwnPool } from '../connection/own-pool.ts'
import { findingPlaces } from '../finding/finding-places.ts'
import { type OpenStore, openStoreRow } from '../leases/open-stores.ts'
import { checkRights } from '../schema/check-rights.ts'
import { checkServer } from '../schema/check-server.ts'
import { assertNewest } from '../schema/migrate.ts'
import { openSchema } from '../schema/open-schema.ts'
import { quoteSchema, schemaName } from '../schema/schema-name.ts'
import { servingDatabase } from '../transfer/serving.ts'
import { createRoles } from './roles.ts'
import { createTransfer } from './transfer.ts'

/** The database of the records, and how to reach it. */
export interface PostgresOptions {
  /** `postgresql://user:password@host/database`. The store makes its own pool, and ends it on close. This or `pool`. */
  readonly url?: string | undefined
  /** A `Pool` of `pg` that belongs to the app: closing the store leaves it open. */
  readonly pool?: PostgresPool
  /** The most connections of the store's own pool. Default 10. */
  readonly connections?: number
  /** Holds the tables; made when missing. Default `stowage`. */
  readonly schema?: string
  /**
   * The URL for migrations, which bypasses any pooler, with a role that may make tables. Default: the same connections
   * as for everything else.
   */
  readonly migrationUrl?: string
  /** Milliseconds that a statement, or the wait for a connection, may take before `unavailable`. Default 10,000. */
  readonly statementTimeout?: number
  /**
   * For tests: returns the time of every write, in microseconds. Default: the server's clock, whatever the clock of the
   * store.
   */
  readonly clock?: Clock
}

/** Options of `openPostgresMetadata`. */
export interface OpenPostgresOptions
  extends PostgresOptions,
    Pick<OpenRecordsOptions, 'readOnly'> {}

/** The most milliseconds that `setTimeout` can wait, less a margin. */
const MAX_TIMEOUT = 2 ** 31 - 10_000

const POSTGRES_OPTIONS: OptionChecks<PostgresOptions> = {
  url: databaseUrl,
  pool: having('a pool, such as new Pool() of pg', 'connect', 'on', 'removeListener'),
  connections: integer(1, 10_000),
  schema: schemaName,
  migrationUrl: databaseUrl,
  statementTimeout: integer(1, MAX_TIMEOUT),
  clock: callback,
}

const OPEN_OPTIONS: OptionChecks<OpenPostgresOptions> = {
  ...POSTGRES_OPTIONS,
  readOnly: flag,
}

/**
 * Records in a schema of PostgreSQL 13 or newer, whose encoding is UTF-8. The schema is made or migrated first when
 * needed. Any number of processes may share it, also through PgBouncer in transaction mode.
 *
 * A process commits its inserts in groups, so a busy tenant is locked once per group. Every write is synced to the disk
 * when it resolves, for any `synchronous_commit` of the role. A lost connection is replaced; if it is lost before the
 * commit, the write is retried.
 *
 * `open` rejects with `unavailable` when the database cannot be reached, and with `database_too_new`.
 * `invalid_argument` names what is wrong: the options, the server, the tables in the schema or the role's rights on
 * them. With `readOnly` also `invalid_argument` when there are no tables, and `unavailable` when they are older than
 * this release.
 */
export function postgres(options: PostgresOptions): RecordsLocation<MigratableMetadata> {
  checkOptions<PostgresOptions>('postgres', options, POSTGRES_OPTIONS)
  assertOneOf(options)
  return { open: ({ readOnly = false } = {}) => openPostgresMetadata({ ...options, readOnly }) }
}

/** Opens the records of a `postgres` location. */
export async function openPostgresMetadata(
  options: OpenPostgresOptions,
): Promise<MigratableMetadata> {
  checkOptions<OpenPostgresOptions>('postgres', options, OPEN_OPTIONS)
  assertOneOf(options)
  const { connections = 10, statementTimeout = 10_000, readOnly = false } = options
  const schema = quoteSchema(options.schema ?? 'stowage')
  const { pool, ownPool } = poolOf(options, { connections, connectTimeout: statementTimeout })
  const stopOutliving = ignoreIdleErrors(pool)
  async function letGo(): Promise<void> {
    // The listener on our own pool stays: the pool ends before its last connection does.
    if (ownPool === null) stopOutliving()
    else await ownPool.end()
  }
  const setup = { pool, schema, statementTimeout, clock: options.clock }
  const database = createDatabase(setup)
  let row: OpenStore | null = null
  try {
    await checkServer(database.read)
    if (readOnly) await assertNewest(database.read)
    else await openSchema({ database, pool, schema, statementTimeout, url: options.migrationUrl })
    await checkRights(database.read, schema, { readOnly })
    if (!readOnly) row = await openStoreRow(database)
  } catch (error) {
    await letGo()
    throw toStoreError(error)
  }
  const places = findingPlaces(pool, connections)
  const metadata = storeOn({ serving: servingDatabase(setup), database, places }, async () => {
    await row?.close()
    await letGo()
  })
  if (row !== null) return { ...metadata, claimAlone: row.claim }
  return { ...readOnlyMetadata(metadata), transfer: readOnlyTransfer(metadata.transfer) }
}

/** The transfer uses `database`, which still accepts writes after the records moved. */
function storeOn(
  {
    serving,
    database,
    places,
  }: { readonly serving: Database; readonly database: Database; readonly places: number },
  letGo: () => Promise<void>,
): MigratableMetadata {
  const calls = createCalls()
  return refusingUndefined<MigratableMetadata>({
    ...createRoles(calls.on(serving), places),
    transfer: createTransfer(calls.on(database)),
    close: () => calls.close(letGo),
  })
}

function poolOf(
  { pool, url }: PostgresOptions,
  own: { readonly connections: number; readonly connectTimeout: number },
): { readonly pool: PostgresPool; readonly ownPool: OwnPool | null } {
  if (pool !== undefined) return { pool, ownPool: null }
  const ownPool = makePool({ connectionString: url ?? '', ...own })
  return { pool: ownPool, ownPool }
}

function assertOneOf({ pool, url }: PostgresOptions): void {
  if (pool === undefined && url === undefined) {
    const message =
      'url is undefined. Say where the database is, such as postgresql://user:password@host/database, or pass a pool.'
    throw invalidArgument('url', message)
  }
  if (pool !== undefined && url !== undefined) {
    throw invalidArgument('pool', 'pool and url were both given. Pass one of them.')
  }
}
