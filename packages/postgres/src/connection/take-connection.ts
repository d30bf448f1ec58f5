import type { PostgresClient, PostgresPool } from './client.ts'
import { connectWithin } from './connect-within.ts'
import { lineOf } from './connection-line.ts'
import { isRefusedForNow } from './failure.ts'

/** A connection of a pool, and how to give it back. */
export interface TakenConnection {
  readonly client: PostgresClient
  /** `false` closes it. */
  giveBack(usable: boolean): void
}

/**
 * Takes a connection from the pool within `milliseconds`. A server may allow fewer connections than the pool wants,
 * or none while it starts. The call then waits until one is given back or the server is ready. It fails only when its
 * time is over, with the server's error. Later calls wait after it.
 */
export async function takeConnection(
  pool: PostgresPool,
  milliseconds: number,
): Promise<TakenConnection> {
  const line = lineOf(pool)
  const deadline = performance.now() + milliseconds
  const left = (): number => Math.max(0, deadline - performance.now())
  let refusal = line.refusal
  if (refusal !== null && !(await line.join(left()))) throw refusal
  for (;;) {
    try {
      return taken(await connectWithin(pool, left()))
    } catch (error) {
      if (!isRefusedForNow(error)) {
        // The time limit cut off the last attempt: the server's earlier error says more.
        throw left() === 0 ? (refusal ?? error) : error
      }
      refusal = error
      if (!(await line.rejoin(error, left()))) throw error
    }
  }

  function taken(client: PostgresClient): TakenConnection {
    // An error without a listener would end the process; the running query reports it anyway.
    const ignore = (): void => {}
    client.on('error', ignore)
    return {
      client,
      giveBack(usable) {
        client.removeListener('error', ignore)
        client.release(!usable)
        line.next()
      },
    }
  }
}
