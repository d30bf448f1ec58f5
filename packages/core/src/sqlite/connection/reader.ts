import { storeClosed } from '../../errors/metadata-errors.ts'
import { rollBack, type Sql, type SqliteClient, statementsOf } from '../driver/client.ts'
import { sqliteFailure, toStoreError } from './failure.ts'
import type { ReadConnection } from './read-connection.ts'
import { retryWhileBusy } from './retry.ts'

/** The reading side of a database. */
export interface Reader {
  /**
   * Runs the synchronous `query` in one snapshot; it must not keep a statement open. While another process has the file
   * to itself, retries without blocking the thread, and rejects with `unavailable` in the end.
   */
  read<T>(query: (sql: Sql) => T): Promise<T>
  /** As `read`, for a single statement, which is a snapshot without a transaction. */
  readOne<T>(query: (sql: Sql) => T): Promise<T>
  /** Idempotent. Later reads are `closed`. */
  close(): void
}

/**
 * Takes the connection over. `busyTimeout` in milliseconds; the connection itself must not wait. `statements`: the most
 * prepared statements it keeps, for callers that choose their texts.
 */
export function createReader(
  connection: ReadConnection,
  busyTimeout: number,
  statements?: number,
): Reader {
  let open = true
  let client: SqliteClient | undefined
  let sql: Sql

  function prepared(): { readonly client: SqliteClient; readonly sql: Sql } {
    if (!open) throw storeClosed()
    const current = connection.current()
    if (current !== client) sql = statementsOf(current, statements)
    client = current
    return { client, sql }
  }

  function snapshot<T>(query: (sql: Sql) => T): T {
    const { client, sql } = prepared()
    sql('BEGIN').run()
    try {
      const result = query(sql)
      sql('COMMIT').run()
      return result
    } catch (error) {
      rollBack(client)
      throw error
    }
  }

  function single<T>(query: (sql: Sql) => T): T {
    return query(prepared().sql)
  }

  /** Most reads succeed at once: they cost no more than a resolved promise. */
  function attempt<T>(once: () => T): Promise<T> {
    try {
      return Promise.resolve(once())
    } catch (error) {
      if (sqliteFailure(error) !== 'busy') return Promise.reject(toStoreError(error))
      return retryWhileBusy(busyTimeout, once).catch((last) => {
        throw toStoreError(last)
      })
    }
  }

  return {
    read: (query) => attempt(() => snapshot(query)),
    readOne: (query) => attempt(() => single(query)),
    close() {
      if (!open) return
      open = false
      connection.close()
    },
  }
}
