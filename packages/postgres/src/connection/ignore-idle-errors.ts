import type { PostgresClient, PostgresPool } from './client.ts'

/**
 * Keeps the errors of idle connections from ending the process, as an `error` event without a listener does. The
 * pool replaces a lost connection, and a query under way reports its error. Returns a function that takes the
 * listeners off the pool; its connections keep theirs.
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
 * The pool takes its own listener off before it hands a new connection over, which happens later: the server's
 * last words may come in between, right behind its greeting.
 */
function listen(client: PostgresClient): void {
  client.removeListener('error', ignore)
  client.on('error', ignore)
}

function ignore(): void {}
