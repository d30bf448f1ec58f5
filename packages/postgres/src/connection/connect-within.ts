import type { PostgresClient, PostgresPool } from './client.ts'
import { QueryFailure } from './failure.ts'

/**
 * Takes a connection from the pool. Gives up after `milliseconds`, because a pool may wait forever. A
 * connection that arrives later goes back to the pool.
 */
export function connectWithin(pool: PostgresPool, milliseconds: number): Promise<PostgresClient> {
  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      reject(new QueryFailure(new Error('The pool had no connection in time.')))
    }, milliseconds)
    pool.connect().then(
      (client) => {
        clearTimeout(timer)
        if (late) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(new QueryFailure(error))
      },
    )
  })
}
