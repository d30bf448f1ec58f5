import type { PostgresClient, PostgresPool } from './client.ts'

/**
 * Keeps the errors of connections that nobody uses from ending the process, as an `error` event without a listener
 * does. The pool replaces what it lost, and a query under way tells of it anyway. Returns what takes the
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
