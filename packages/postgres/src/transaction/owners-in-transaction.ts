import type { Asset, Owner, OwnerField } from '@stowage/core'
import {
  type AssetScope,
  callback,
  checkOptions,
  distinctIds,
  either,
  flag,
  having,
  MAX_PER_FIELD,
  type OptionChecks,
  required,
  requireFate,
  requireOwner,
  requireOwnerField,
  requireScope,
  requireTenant,
  text,
} from '@stowage/core/internal'
import type { Clock } from '@stowage/core/ports'
import type { DetachOptions, DetachReport, SetReport } from '@stowage/core/types'
import { createClientSql, type QueryClient, type Sql } from '../connection/client-sql.ts'
import { hooked } from '../hook/on-write.ts'
import { detachAll } from '../owners/owner-deletion.ts'
import { attach, detach } from '../owners/owner-writes.ts'
import { setAttached } from '../owners/set-attached.ts'
import { quoteSchema, schemaName } from '../schema/schema-name.ts'
import { writeInTransaction } from './enter-transaction.ts'

/** The tenant of the owners, and the schema. */
export interface TransactionOwnersOptions {
  /** As of `postgres`. Default `stowage`. */
  readonly schema?: string
  /** The tenant of the assets. Default `default`. */
  readonly tenant?: string
  /** As `AssetStore.for`. Default: all of the tenant. */
  readonly scope?: AssetScope
  /**
   * For stores with the option `audit`: the actor in the audit entries that the transaction then writes. `null`: the
   * app itself. Default: it writes none, because the database does not show whether a store keeps a trail.
   */
  readonly actor?: string | null
  /** Whether the transaction adds its changes to the change feed. `false` for stores without one. Default `true`. */
  readonly events?: boolean
  /** For tests: returns the time of every write, in microseconds. Default: the server's clock. */
  readonly clock?: Clock
}

/**
 * `AssetStore.owners` as part of a transaction of the app, which commits or rolls back its changes with all others. It
 * does not emit events in this process. The change feed has them, and the audit trail with the option `actor`. Await each call before `COMMIT`. After
 * `asset_not_found`, `too_many_attachments` and `too_many_ids` the transaction can continue. After an error of the
 * server, such as `unavailable` or a store that has no tables yet, it cannot.
 */
export interface TransactionOwners {
  /** As `AssetStore.owners.add`, with at most 1,000 ids. */
  add(ids: string | readonly string[], owner: OwnerField): Promise<readonly Asset[]>
  /** As `AssetStore.owners.set`, with at most 1,000 ids. A sweep deletes the bytes of purged assets. */
  set(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: Pick<DetachOptions, 'unowned'>,
  ): Promise<SetReport>
  /** As `AssetStore.owners.remove`, with at most 1,000 ids. A sweep deletes the bytes of purged assets. */
  remove(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: Pick<DetachOptions, 'unowned'>,
  ): Promise<DetachReport>
  /** As `AssetStore.owners.removeAll`. A sweep deletes the bytes of purged assets. */
  removeAll(owner: Owner, options?: Pick<DetachOptions, 'unowned'>): Promise<DetachReport>
}

const OPTIONS: OptionChecks<TransactionOwnersOptions & { readonly client: QueryClient }> = {
  client: required(having('a client of pg', 'query')),
  schema: schemaName,
  tenant: (value) => void requireTenant(value),
  scope: (value) => void requireScope(value),
  actor: either(null, text),
  events: flag,
  clock: callback,
}

/**
 * Attaches assets within a transaction that the app has begun, on a client of `pg` that is connected to the store's
 * database. The isolation level must be READ COMMITTED, PostgreSQL's default: `invalid_argument` for another, and
 * outside of a transaction.
 *
 * Uploads and changes of the tenant wait from the first call until the transaction ends. So make these calls last, and
 * keep the transaction short. Use one tenant per transaction: two transactions that use two tenants in different order
 * can deadlock, and the server then ends one of them. `unavailable` while the records move to another database, and
 * once they have.
 *
 * @example
 * ```ts
 * import { ownersInTransaction, type QueryClient } from '@stowage/postgres'
 *
 * // A client of `pg`, such as `await pool.connect()`.
 * export async function publish(client: QueryClient, postId: string, fileIds: string[]) {
 *   await client.query({ text: 'BEGIN' })
 *   try {
 *     await client.query({ text: 'UPDATE posts SET published = true WHERE id = $1', values: [postId] })
 *     await ownersInTransaction(client).add(fileIds, { type: 'post', id: postId })
 *     await client.query({ text: 'COMMIT' })
 *   } catch (error) {
 *     await client.query({ text: 'ROLLBACK' })
 *     throw error
 *   }
 * }
 * ```
 */
export function ownersInTransaction(
  client: QueryClient,
  options: TransactionOwnersOptions = {},
): TransactionOwners {
  checkOptions<TransactionOwnersOptions & { readonly client: QueryClient }>(
    'ownersInTransaction',
    { ...options, client },
    OPTIONS,
  )
  const { tenant = 'default', scope = null, actor, events = true, clock } = options
  const record = { actor: actor ?? null, audit: actor !== undefined, events }
  const given = { tenant, scope, record }
  const schema = quoteSchema(options.schema ?? 'stowage')
  const sql = createClientSql({ schema, clock })(client)

  const write = <Result>(body: (sql: Sql) => Promise<Result>): Promise<Result> =>
    writeInTransaction(sql, body)

  function requestOf(ids: string | readonly string[], owner: OwnerField) {
    const field = requireOwnerField(owner)
    return { ...given, ids: distinctIds(ids, MAX_PER_FIELD), owner: field }
  }

  return {
    async add(ids, owner) {
      const request = requestOf(ids, owner)
      return (await write(hooked('attach', request, (sql) => attach(sql, request)))).assets
    },
    async set(ids, owner, { unowned: fate = 'keep' } = {}) {
      const request = { ...requestOf(ids, owner), unowned: requireFate(fate) }
      const work = hooked('setAttached', request, (sql) => setAttached(sql, request))
      const { assets, attached, detached, unowned } = await write(work)
      return { assets, attached: attached.length, detached, unowned }
    },
    async remove(ids, owner, { unowned: fate = 'keep' } = {}) {
      const request = { ...requestOf(ids, owner), unowned: requireFate(fate) }
      const work = hooked('detach', request, (sql) => detach(sql, request))
      const { detached, unowned } = await write(work)
      return { detached, unowned }
    },
    async removeAll(owner, { unowned: fate = 'keep' } = {}) {
      const request = { ...given, owner: requireOwner(owner), unowned: requireFate(fate) }
      const work = hooked('detachAll', request, (sql) => detachAll(sql, request))
      const { detached, unowned } = await write(work)
      return { detached, unowned }
    },
  }
}
