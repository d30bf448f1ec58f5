import type { PostgresClient, PostgresPool } from './client.ts'

/**
 * Keeps errors of idle connections from ending the process, as an `error` event without a listener does. The
 * pool replaces a lost connection, and a running query reports its error. Returns a function that removes the
 * listeners from the pool; its connections keep theirs.
 */
export function ignoreIdleErrors(pool: PostgresPool): () => void {
  pool.on('error', ignore)
  pool.on('connect', listen)
  return () => {
    pool.removeListener('error', ignore)
    pool.removeListener('connect', listen)
  }
}

/**
 * The pool removes its own listener some time before it hands over a new connection. In between, an error of the
 * server may arrive right after its greeting.
 */
function listen(client: PostgresClient): void {
  client.removeListener('error', ignore)
  client.on('error', ignore)
}

function ignore(): void {}
