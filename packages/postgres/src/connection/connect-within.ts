import type { PostgresClient, PostgresPool } from './client.ts'
import { QueryFailure } from './failure.ts'

/**
 * Takes a connection from the pool. Gives up after so many milliseconds, which a pool by itself may never
 * do; a connection that comes later goes back.
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
