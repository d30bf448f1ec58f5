import { storeClosed } from '@stowage/core/internal'
import type { Database, Sql } from './database.ts'
import { toStoreError } from './failure.ts'

/** How the roles of a store reach their database. All reject only with `StowageError`s. */
export interface Calls {
  readonly database: Database
  /** Runs something that `close` must wait for. `closed` once the store is closing. */
  call<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs something in one transaction. */
  write<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Runs statements that change nothing, all of one snapshot. */
  snapshot<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Runs something outside of a transaction. */
  read<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result>
}

/** The calls of one store, on any database of it. */
interface OpenCalls {
  on(database: Database): Calls
  /** Refuses further calls, and runs `letGo` once the running ones have ended. Idempotent. */
  close(letGo: () => Promise<void>): Promise<void>
}

export function createCalls(): OpenCalls {
  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null

  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closing !== null) throw storeClosed()
    const result = work()
    underWay.add(result)
    try {
      return await result
    } catch (error) {
      throw toStoreError(error)
    } finally {
      underWay.delete(result)
    }
  }

  return {
    on: (database) => ({
      database,
      call,
      write: (body) => call(() => database.transaction(body)),
      snapshot: (body) => call(() => database.snapshot(body)),
      read: (body) => call(() => body(database.read)),
    }),
    close(letGo) {
      closing ??= Promise.allSettled(underWay).then(letGo)
      return closing
    },
  }
}
